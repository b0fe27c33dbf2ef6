import type { problems } from './messages/en/problems.ts';

/** What is wrong with one value that someone entered or imported: the code of a message. */
export type InputProblem = keyof typeof problems;

/** Types the message of a schema: one that the catalogue lacks does not compile. */
export const problem = (code: InputProblem): InputProblem => code;
