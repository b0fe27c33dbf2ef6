import type { ResourceUse } from '@lectern/contract/features/resource-detail.ts';
import type { Executor } from '../../platform/db/database.ts';

/** One kind of place that shows or holds resources, told by the feature it belongs to. */
export type ResourceUses = {
  kind: ResourceUse['kind'];
  list(db: Executor, resourceId: string): Promise<ResourceUse[]>;
  /** By resource; those without a use may be left out. */
  count(db: Executor, resourceIds: readonly string[]): Promise<Map<string, number>>;
  /** Everything that refers to one resource refers to the other from now on; what refers to both already does so once. */
  handOver(transaction: Executor, fromId: string, toId: string): Promise<void>;
};
