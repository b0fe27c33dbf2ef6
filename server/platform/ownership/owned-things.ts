import type { OwnedKind } from '@lectern/contract/features/user.ts';
import type { Executor } from '../db/database.ts';

/** Transfers everything one person or unit owns to another. */
export type Move = {
  from: string;
  to: string;
  /** Only these ids, if they still exist; absent means everything. */
  only?: readonly string[];
};

/** One kind of object that people own, registered by its feature. All of them are transferred when a person leaves. */
export type OwnedThings = {
  kind: OwnedKind;
  count(db: Executor, userId: string): Promise<number>;
  /** Returns the ids of the transferred objects. */
  move(transaction: Executor, move: Move): Promise<string[]>;
};
