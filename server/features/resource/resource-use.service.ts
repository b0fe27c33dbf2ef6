import type { ResourceUse } from '@lectern/contract/features/resource-detail.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { ResourceUses } from './resource-uses.ts';

/** Everything that shows or holds resources, whatever it is. */
export class ResourceUseService {
  readonly #places: readonly ResourceUses[];

  constructor(places: readonly ResourceUses[]) {
    this.#places = places;
  }

  async list(db: Executor, resourceId: string): Promise<ResourceUse[]> {
    return (await Promise.all(this.#places.map((place) => place.list(db, resourceId)))).flat();
  }

  async count(db: Executor, resourceIds: readonly string[]): Promise<Map<string, number>> {
    const total = new Map<string, number>();
    for (const counts of await Promise.all(this.#places.map((place) => place.count(db, resourceIds)))) {
      for (const [id, count] of counts) total.set(id, (total.get(id) ?? 0) + count);
    }
    return total;
  }

  async handOver(transaction: Executor, fromId: string, toId: string): Promise<void> {
    for (const place of this.#places) await place.handOver(transaction, fromId, toId);
  }
}
