import { type ComponentType, createContext, type KeyboardEvent, use } from 'react';
import type { Store } from '../../lib/store.ts';
import type { TextWork } from './model/text-work.ts';
import type { FindOptions } from './model/word-places.ts';
import type { WorkKind, WorkLine } from './model/work-line.ts';

/** What is being said: a line, and the word's range in it if known. */
export type Said = { key: number; from: number; to: number };

/** Replaces navigation between doubtful words, such as between cues with problems. */
export type Guide = {
  count: Store<number>;
  label(count: number): string;
  /** Key of the next or previous line to fix; wraps around. */
  next(from: number | null, by: 1 | -1): number | undefined;
};

/** Features of only one kind of text. */
export type WorkExtras = {
  guide?: Guide;
  /** Shown at the end of each line. Not re-rendered when lines above change, so read the index from `work.indexOf`. */
  LineEnd?: ComponentType<{ line: WorkLine; active: boolean }>;
  /** Offers the same replacement in other texts too. */
  elsewhere?: { label: string; replace(find: FindOptions, by: string): void };
  /** Additional keys within a line; returns whether the key was handled. */
  press?(event: KeyboardEvent, line: WorkLine): boolean;
};

/**
 * Shared by the parts of a workbench. Store identities never change, so components re-render only for stores they
 * follow.
 */
export type Workbench = {
  work: TextWork;
  kind: WorkKind;
  /** True when someone else is editing the text, or the user may not edit it. */
  readOnly: boolean;
  /** Language of the text, for hyphenation, fonts and spell checking. */
  language: string | null;
  said: Store<Said | null>;
  finding: Store<FindOptions | null>;
  /** Shows the source of a line in the viewer. */
  show(line: WorkLine, offset: number): void;
  /** The audio or video element; null when there is none. */
  media(): HTMLMediaElement | null;
  commands: WorkCommands;
  extras: WorkExtras;
};

/** Commands that keys and buttons call on the page. */
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
