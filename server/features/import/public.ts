export { importAction } from './run-import.action.ts';
