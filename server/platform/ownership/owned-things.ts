import type { OwnedKind } from '@lectern/contract/features/user.ts';
import type { Executor } from '../db/database.ts';

/** All that belongs to one person or unit goes to another. */
export type Move = {
  from: string;
  to: string;
  /** Only these, as far as they are still there; absent: everything. */
  only?: readonly string[];
};

/** One kind of object that people own, registered by its feature. All are transferred when a person leaves. */
export type OwnedThings = {
  kind: OwnedKind;
  count(db: Executor, userId: string): Promise<number>;
  /** Transfers them; returns which. */
  move(transaction: Executor, move: Move): Promise<string[]>;
};
