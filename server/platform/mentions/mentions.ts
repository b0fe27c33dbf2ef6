import type { TreeName } from '@lectern/contract/list/filter.ts';
import { z } from 'zod';
import type { Executor } from '../db/database.ts';
import type { SignedInContext } from '../http/request-context.ts';

/** One of a tree goes, and another takes its place. */
type Renaming = { of: TreeName; from: string; to: string };

/** One kind of object that refers to units, tags and the like by id, registered by its feature. */
export type Mentions = {
  kind: string;
  /** Whatever named the one names the other from now on. Answers what `putBack` needs, as JSON; nothing for nothing. */
  rename(transaction: Executor, context: SignedInContext, renaming: Renaming): Promise<unknown[]>;
  /** Undo: what nobody changed since names again what it named. */
  putBack(transaction: Executor, context: SignedInContext, kept: readonly unknown[]): Promise<void>;
};

/** As an operation keeps them; those of earlier times kept none. */
export const keptMentions = z.record(z.string(), z.array(z.unknown())).default({});
type KeptMentions = z.output<typeof keptMentions>;

/** Everything that names something by its id without being a part of it. */
export class MentionKeeper {
  readonly #mentions: Mentions[] = [];

  constructor(mentions: readonly Mentions[]) {
    this.add(mentions);
  }

  add(mentions: readonly Mentions[]): void {
    this.#mentions.push(...mentions);
  }

  /** Before the one that goes is gone, in the transaction in which it goes. */
  async rename(transaction: Executor, context: SignedInContext, renaming: Renaming): Promise<KeptMentions> {
    const kept: KeptMentions = {};
    for (const { kind, rename } of this.#mentions) {
      const renamed = await rename(transaction, context, renaming);
      if (renamed.length > 0) kept[kind] = renamed;
    }
    return kept;
  }

  /** After what had gone is back. */
  async putBack(transaction: Executor, context: SignedInContext, kept: KeptMentions): Promise<void> {
    for (const { kind, putBack } of this.#mentions) {
      if (kept[kind]) await putBack(transaction, context, kept[kind]);
    }
  }
}
