import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';

/** Resources as lists show them, limited to what the person may read. For other features. */
export type ResourceRows = {
  /** For rules, which use the filters of the resource list. */
  source: ListSource;
  /** A condition on a row of `resources`. */
  readable(principal: Principal): Condition;
  /** By id, without resources that the person may not read or that are purged. */
  read(db: Executor, principal: Principal, ids: readonly string[]): Promise<Map<string, ResourceRow>>;
};
