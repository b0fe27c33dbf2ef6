import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { createDraftLoop } from './draft-loop.ts';
import type { TextWork } from './model/text-work.ts';
import { plainLine, type WorkLine } from './model/work-line.ts';

export type { Keeping } from './draft-loop.ts';

type Options = {
  work: TextWork;
  /** Saves changed parts to the draft; parts already in it are kept. */
  send: (parts: ChangedPart[], version: number) => Promise<TextDraftInfo>;
  /** Deletes the draft, because nothing is unsaved. */
  drop: (version: number) => Promise<unknown>;
};

/** Keeps a draft of a text made of lines. */
export function createDraftKeeper({ work, send, drop }: Options) {
  return createDraftLoop({
    read: () => work.state.get().lines,
    subscribe: work.state.subscribe,
    changesOf: changedParts,
    send,
    drop,
  });
}
export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

type ChangedPart = { number: number; lines: ReadingLine[] };

function byPart(lines: readonly WorkLine[]): Map<number, WorkLine[]> {
  const parts = new Map<number, WorkLine[]>();
  for (const line of lines) {
    const known = parts.get(line.part);
    if (known) known.push(line);
    else parts.set(line.part, [line]);
  }
  return parts;
}

/** Parts whose lines differ from the stored ones. Undo restores the same line objects, so undone parts don't count. */
export function changedParts(stored: readonly WorkLine[], now: readonly WorkLine[]): ChangedPart[] {
  const [before, after] = [byPart(stored), byPart(now)];
  const numbers = [...new Set([...before.keys(), ...after.keys()])].sort((left, right) => left - right);
  return numbers.flatMap((number) => {
    const [old, current] = [before.get(number) ?? [], after.get(number) ?? []];
    const same = old.length === current.length && old.every((line, at) => line === current[at]);
    return same ? [] : [{ number, lines: current.map(plainLine) }];
  });
}
