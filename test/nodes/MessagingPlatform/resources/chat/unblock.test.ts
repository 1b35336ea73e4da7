import { testBlocking } from './blocking';

testBlocking('unblock', false);
