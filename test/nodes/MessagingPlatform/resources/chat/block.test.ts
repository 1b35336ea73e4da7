import { testBlocking } from './blocking';

testBlocking('block', true);
