import { type ComponentType, createContext, type KeyboardEvent, use } from 'react';
import type { Store } from '../../lib/store.ts';
import type { TextWork } from './model/text-work.ts';
import type { FindOptions } from './model/word-places.ts';
import type { WorkKind, WorkLine } from './model/work-line.ts';

/** What is being said: a line, and the word in it where that is known. */
export type Said = { key: number; from: number; to: number };

/** What leads from one thing to be mended to the next, where that is not a doubtful word. */
export type Guide = {
  count: Store<number>;
  label(count: number): string;
  /** The line of the next one after or before a line; from the last one on, the first. */
  next(from: number | null, by: 1 | -1): number | undefined;
};

/** What only one kind of text has. */
export type WorkExtras = {
  guide?: Guide;
  /** Stands at the end of each line. It is not rendered again when lines come and go before it: `work.indexOf` tells where it is. */
  LineEnd?: ComponentType<{ line: WorkLine; active: boolean }>;
  /** The same words replaced in other texts as well: offered beside the search. */
  elsewhere?: { label: string; replace(find: FindOptions, by: string): void };
  /** Further keys within a line; says whether the key has done its work. */
  press?(event: KeyboardEvent, line: WorkLine): boolean;
};

/** What the parts of a workbench share. The stores stay the same: anyone who follows one draws only when it must. */
export type Workbench = {
  work: TextWork;
  kind: WorkKind;
  /** Someone else edits it, or one may not: it can be read and walked through. */
  readOnly: boolean;
  /** Of the text, for hyphens, fonts and the spelling checker. */
  language: string | null;
  said: Store<Said | null>;
  finding: Store<FindOptions | null>;
  /** Sends what stands beside the text to where a line comes from. */
  show(line: WorkLine, offset: number): void;
  /** The sound, where there is one. */
  media(): HTMLMediaElement | null;
  commands: WorkCommands;
  extras: WorkExtras;
};

/** What keys and buttons ask of the page around the text. */
export type WorkCommands = {
  save(): void;
  checkAndGoOn(): void;
  find(): void;
  help(): void;
  shift(): void;
};

const Context = createContext<Workbench | null>(null);
export const WorkbenchProvider = Context;

export function useWorkbench(): Workbench {
  const bench = use(Context);
  if (!bench) throw new Error('A part of the workbench stands outside of it');
  return bench;
}
