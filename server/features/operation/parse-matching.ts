export { parseMatching } from '../../platform/list/parse-matching.ts';
