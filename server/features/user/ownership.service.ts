import type { OwnedKind } from '@lectern/contract/features/user.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { recordActivities } from '../../platform/activity/record-activity.ts';
import { invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { OwnedThings } from '../../platform/ownership/owned-things.ts';
import { findUserRecord } from './user.repository.ts';

/** The transferred ids by kind, kept for Undo. */
export type Moved = Partial<Record<OwnedKind, string[]>>;

/** Counts and transfers what people own in every feature. */
export class OwnershipService {
  readonly #kinds: readonly OwnedThings[];

  constructor(kinds: readonly OwnedThings[]) {
    this.#kinds = kinds;
  }

  count(db: Executor, userId: string): Promise<{ kind: OwnedKind; count: number }[]> {
    return Promise.all(this.#kinds.map(async ({ kind, count }) => ({ kind, count: await count(db, userId) })));
  }

  /** The new owner must be visible, active and someone else. */
  async judgeNewOwner(db: Executor, context: SignedInContext, newOwnerId: string, fromId: string): Promise<void> {
    const heir = newOwnerId === fromId ? undefined : await findUserRecord(db, newOwnerId, context.principal);
    if (heir?.access !== accessFlag.allow) {
      throw invalidField('toUserId', 'noSuchPerson');
    }
  }

  async transfer(transaction: Executor, context: SignedInContext, from: string, to: string): Promise<Moved> {
    return this.#move(transaction, context, { from, to }, () => undefined);
  }

  /** Undoes a transfer, except for what the new owner has passed on. */
  async giveBack(
    transaction: Executor,
    context: SignedInContext,
    moved: Moved,
    way: { from: string; to: string },
  ): Promise<Moved> {
    return this.#move(transaction, context, way, (kind) => moved[kind] ?? []);
  }

  async #move(
    transaction: Executor,
    context: SignedInContext,
    { from, to }: { from: string; to: string },
    onlyOf: (kind: OwnedKind) => string[] | undefined,
  ): Promise<Moved> {
    const result: Moved = {};
    for (const { kind, move } of this.#kinds) {
      const only = onlyOf(kind);
      const objectIds = await move(transaction, { from, to, ...(only && { only }) });
      if (objectIds.length === 0) continue;
      result[kind] = objectIds;
      const change = { objectType: kind, before: { ownerId: from }, after: { ownerId: to } };
      await recordActivities(
        transaction,
        context,
        objectIds.map((objectId) => ({ ...change, action: `${kind}.handedOn`, objectId })),
      );
    }
    return result;
  }
}
