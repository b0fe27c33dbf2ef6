import type { DetailDeclaration } from '@lectern/contract/detail/define-detail.ts';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { SignedInContext } from '../http/request-context.ts';

/** Connects the shared parts of detail pages to a feature's objects. */
export type DetailSource = {
  detail: DetailDeclaration;
  /** The object as this person may see it; undefined when it doesn't exist or is out of scope. */
  find(db: Executor, principal: Principal, id: string): Promise<DetailObject | undefined>;
  /** Changes fields under the rules of a normal edit, including the version check. */
  change(context: SignedInContext, id: string, values: Record<string, unknown>, version: number): Promise<void>;
};

type DetailObject = {
  version: number;
  mayEdit: boolean;
  /** Must include all fields that can be reverted, named as in activities. */
  values: Readonly<Record<string, unknown>>;
};
