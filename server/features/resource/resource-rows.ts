import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';

/** Resources as other features show them: only what the person may read, as every list shows it. */
export type ResourceRows = {
  /** What the filters of a list of resources mean: for rules. */
  source: ListSource;
  /** A condition on a row of `resources`. */
  readable(principal: Principal): Condition;
  /** By id; those that the person may not read, or that are purged, are left out. */
  read(db: Executor, principal: Principal, ids: readonly string[]): Promise<Map<string, ResourceRow>>;
};
