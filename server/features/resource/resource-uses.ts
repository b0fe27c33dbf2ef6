import type { ResourceUse } from '@lectern/contract/features/resource-detail.ts';
import type { Executor } from '../../platform/db/database.ts';

/** One kind of place that shows or holds resources, registered by its feature. */
export type ResourceUses = {
  kind: ResourceUse['kind'];
  list(db: Executor, resourceId: string): Promise<ResourceUse[]>;
  /** By resource; resources without a use may be missing. */
  count(db: Executor, resourceIds: readonly string[]): Promise<Map<string, number>>;
  /** Moves all references to the other resource; a place that refers to both keeps one. */
  transfer(transaction: Executor, fromId: string, toId: string): Promise<void>;
};
