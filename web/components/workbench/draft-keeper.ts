import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { createDraftLoop } from './draft-loop.ts';
import { type ChangedPart, changedParts } from './model/changed-parts.ts';
import type { TextWork } from './model/text-work.ts';

export type { Keeping } from './draft-loop.ts';

type Options = {
  work: TextWork;
  /** Keeps parts besides those that the draft has already. */
  send: (parts: ChangedPart[], version: number) => Promise<TextDraftInfo>;
  /** There is nothing left to keep. */
  drop: (version: number) => Promise<unknown>;
};

/** Keeps a draft of a text with lines. */
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
