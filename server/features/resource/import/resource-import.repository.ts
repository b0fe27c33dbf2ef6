import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Judged } from '../resource.policy.ts';
import type { LockedResource } from '../resource.repository.ts';
import type { FieldColumn } from '../resource-columns.ts';
import { inScopeColumn, readable } from '../resource-scope.ts';

/** What lines may change, as it is. */
export type KnownResource = Judged &
  Pick<LockedResource, 'id' | 'file_name' | FieldColumn> & {
    subject_code: string | null;
    tag_names: string[];
  };

const columns = (principal: Principal) => sql`resources.id, resources.file_name, resources.title, resources.description,
  resources.language, resources.subject_id,
  (select code from subjects where subjects.id = resources.subject_id) as subject_code, resources.author,
  resources.year, resources.source, resources.alt_text, resources.licence, resources.licence_until::text,
  resources.visibility, resources.tag_ids, resources.state, resources.owner_id,
  array(select tags.name from tags where tags.id = any (resources.tag_ids) order by lower(tags.name)) as tag_names,
  ${inScopeColumn(principal)} as in_scope`;
const live = sql`resources.state not in ('trashed', 'purged')`;

export async function listResourcesById(
  db: Executor,
  principal: Principal,
  ids: readonly string[],
): Promise<KnownResource[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<KnownResource>`
    select ${columns(principal)} from resources
    where resources.id = any(${ids}::uuid[]) and ${live} and ${readable(principal)}`.execute(db);
  return rows;
}

/** Of one name there may be several: two are enough to know that the name does not tell which. */
export async function listResourcesByFile(
  db: Executor,
  principal: Principal,
  libraryId: string,
  names: readonly string[],
): Promise<KnownResource[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<KnownResource>`
    select ${columns(principal)} from resources
    where resources.library_id = ${libraryId} and lower(resources.file_name) = any(${names}::text[])
      and ${live} and ${readable(principal)} order by resources.id`.execute(db);
  return rows;
}

export async function listSubjectsByCode(db: Executor, codes: readonly string[]) {
  if (codes.length === 0) return [];
  return db
    .selectFrom('subjects')
    .select(['id', 'code'])
    .where(sql`lower(code)`, '=', sql`any (${[...new Set(codes)]}::text[])`)
    .where('disabled_at', 'is', null)
    .execute();
}
