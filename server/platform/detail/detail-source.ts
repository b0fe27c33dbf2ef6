import type { DetailDeclaration } from '@lectern/contract/detail/define-detail.ts';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { SignedInContext } from '../http/request-context.ts';

/** How the common parts of a detail page reach a feature's object. */
export type DetailSource = {
  detail: DetailDeclaration;
  /** What this person may see of it: nothing when it does not exist, or lies outside of the data scope. */
  find(db: Executor, principal: Principal, id: string): Promise<DetailObject | undefined>;
  /** Changes fields under all the rules of an ordinary change, the version check among them. */
  change(context: SignedInContext, id: string, values: Record<string, unknown>, version: number): Promise<void>;
};

type DetailObject = {
  version: number;
  mayEdit: boolean;
  /** At least the fields that can be reverted, as activities spell them. */
  values: Readonly<Record<string, unknown>>;
};
