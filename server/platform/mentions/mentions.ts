import type { TreeName } from '@lectern/contract/list/filter.ts';
import { z } from 'zod';
import type { Executor } from '../db/database.ts';
import type { SignedInContext } from '../http/request-context.ts';

/** The tree node `from` is removed and `to` replaces it. */
type Renaming = { of: TreeName; from: string; to: string };

/** One kind of object that refers to units, tags and the like by id, registered by its feature. */
export type Mentions = {
  kind: string;
  /**
   * Redirects references from one node to the other. Returns what `putBack` needs, as JSON; empty when nothing
   * changed.
   */
  rename(transaction: Executor, context: SignedInContext, renaming: Renaming): Promise<unknown[]>;
  /** Undo: restores references that nobody has changed since. */
  putBack(transaction: Executor, context: SignedInContext, kept: readonly unknown[]): Promise<void>;
};

/** Stored with the operation; operations from earlier versions have none. */
export const keptMentions = z.record(z.string(), z.array(z.unknown())).default({});
type KeptMentions = z.output<typeof keptMentions>;

/** Every kind of object that references tree nodes by id without being part of the tree. */
export class MentionKeeper {
  readonly #mentions: Mentions[] = [];

  constructor(mentions: readonly Mentions[]) {
    this.add(mentions);
  }

  add(mentions: readonly Mentions[]): void {
    this.#mentions.push(...mentions);
  }

  /** Call before the node is removed, in the same transaction. */
  async rename(transaction: Executor, context: SignedInContext, renaming: Renaming): Promise<KeptMentions> {
    const kept: KeptMentions = {};
    for (const { kind, rename } of this.#mentions) {
      const renamed = await rename(transaction, context, renaming);
      if (renamed.length > 0) kept[kind] = renamed;
    }
    return kept;
  }

  /** Call after the removed node has been restored. */
  async putBack(transaction: Executor, context: SignedInContext, kept: KeptMentions): Promise<void> {
    for (const { kind, putBack } of this.#mentions) {
      if (kept[kind]) await putBack(transaction, context, kept[kind]);
    }
  }
}
