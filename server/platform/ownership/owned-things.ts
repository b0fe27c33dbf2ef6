import type { OwnedKind } from '@lectern/contract/features/user.ts';
import type { Executor } from '../db/database.ts';

export type Move = {
  from: string;
  to: string;
  /** Only these, as far as they are still there; absent: everything. */
  only?: readonly string[];
};

/** One kind of thing that people own, told by the feature it belongs to. Whoever leaves hands all of them on. */
export type OwnedThings = {
  kind: OwnedKind;
  count(db: Executor, userId: string): Promise<number>;
  /** Gives them to somebody else; tells which. */
  move(transaction: Executor, move: Move): Promise<string[]>;
};
