import type { problems } from './messages/en/problems.ts';

/** What is wrong with an entered or imported value, as a message code. */
export type InputProblem = keyof typeof problems;

/** Checks at compile time that the schema's message code exists in the catalogue. */
export const problem = (code: InputProblem): InputProblem => code;
