import type { Rendition } from '@lectern/contract/features/reading.ts';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isPublicResource } from '../publication/public.ts';
import { keptBy, readable } from '../resource/public.ts';
import { seesOriginal } from '../review/public.ts';
import type { StoredDelivery } from './delivery.policy.ts';
import {
  findPageRow,
  findRenditionDelivery,
  findVersionDelivery,
  isPurged,
  listRenditionRows,
  type Reach,
  type RenditionRow,
} from './delivery.repository.ts';

type Dependencies = {
  db: Db;
  readable(principal: Principal): RawBuilder<unknown>;
  /** In the data scope or the person's own: older versions are delivered, too. */
  managed(principal: Principal): RawBuilder<unknown>;
  /** May see masked content. */
  original(principal: Principal): RawBuilder<unknown>;
};

/** Finds the stored file for a URL; permissions are checked on every request. */
export class DeliveryService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  version(principal: Principal, ids: { resourceId: string; versionId: string }): Promise<StoredDelivery> {
    return this.#find(principal, ids.resourceId, (reach) => findVersionDelivery(this.#dependencies.db, ids, reach));
  }

  rendition(principal: Principal, ids: { resourceId: string; renditionId: string }): Promise<StoredDelivery> {
    return this.#find(principal, ids.resourceId, (reach) => findRenditionDelivery(this.#dependencies.db, ids, reach));
  }

  /** The image of a page of the current version; renders it now if it doesn't exist yet. */
  async page(
    principal: Principal,
    { resourceId, page }: { resourceId: string; page: number },
    drawPage: (versionId: string, page: number) => Promise<void>,
  ): Promise<Rendition> {
    const { db, readable } = this.#dependencies;
    const find = () => findPageRow(db, { resourceId, page }, readable(principal));
    let found = await find();
    if (found && !found.rendition) {
      await drawPage(found.versionId, page);
      found = await find();
    }
    if (!found?.rendition) throw new AppError('notFound');
    return presentRendition(resourceId, found.rendition);
  }

  /** Renditions of the current version. */
  async renditions(principal: Principal, resourceId: string, after: number): Promise<Rendition[]> {
    const { db, readable } = this.#dependencies;
    const found = await listRenditionRows(db, { resourceId, after }, readable(principal));
    if (!found) throw new AppError((await isPurged(db, resourceId, readable(principal))) ? 'gone' : 'notFound');
    return found.map((row) => presentRendition(resourceId, row));
  }

  async #find(
    principal: Principal,
    resourceId: string,
    find: (reach: Reach) => Promise<StoredDelivery | undefined>,
  ): Promise<StoredDelivery> {
    const { readable, managed, original } = this.#dependencies;
    const reach = { readable: readable(principal), managed: managed(principal), original: original(principal) };
    const found = await find(reach);
    if (found) return found;
    throw new AppError((await isPurged(this.#dependencies.db, resourceId, reach.readable)) ? 'gone' : 'notFound');
  }
}

function presentRendition(resourceId: string, row: RenditionRow): Rendition {
  return {
    id: row.id,
    kind: row.kind,
    page: row.page,
    url: `/resources/${resourceId}/renditions/${row.id}`,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    facts: row.facts,
  };
}

type Conditions = Omit<ConstructorParameters<typeof DeliveryService>[0], 'db'>;

/** What staff can reach. */
export const ownReach: Conditions = { readable, managed: keptBy, original: seesOriginal };

/** Access through the portal: what is public for campus members and readable by this person. Never an original. */
export function campusReach(timeZone: string): Conditions {
  const isPublic = isPublicResource({ audience: 'campus', timeZone });
  return {
    readable: (principal) => sql`(${readable(principal)} and ${isPublic})`,
    managed: nothing,
    original: nothing,
  };
}

function nothing() {
  return sql`false`;
}
