import { testTagging } from './tagging';

testTagging('remove', 'DELETE', false);
