import { testTagging } from './tagging';

testTagging('assign', 'POST', true);
