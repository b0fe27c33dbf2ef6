import { sql } from 'kysely';
import type { ResourceUses } from '../resource/public.ts';

/** Shows how many people starred a resource, not who: a single use, named by the count. */
export const favouriteUses: ResourceUses = {
  kind: 'favourite',
  async list(db, resourceId) {
    const { rows } = await sql<{ people: number }>`
      select count(*) as people from favourites where resource_id = ${resourceId}`.execute(db);
    const people = rows[0]?.people ?? 0;
    return people > 0 ? [{ kind: 'favourite', name: String(people), link: null, detail: null }] : [];
  },
  count: sql`exists (select from favourites where favourites.resource_id = resources.id)::integer`,
  async transfer(transaction, fromId, toId) {
    await sql`update favourites set resource_id = ${toId}::uuid,
        seen_version_number = (select version_number from resources where id = ${toId}::uuid)
      where resource_id = ${fromId}::uuid and owner_id not in (
        select owner_id from favourites where resource_id = ${toId}::uuid)`.execute(transaction);
    await transaction.deleteFrom('favourites').where('resource_id', '=', fromId).execute();
  },
};
