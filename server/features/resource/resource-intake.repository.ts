import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayEdit } from './resource.policy.ts';
import { inScopeColumn, readable } from './resource-scope.ts';

export type DuplicateFound = { id: string; kind: ResourceKind; title: string; library: string; mayReplace: boolean };

/** One's own first, then the oldest. */
export async function findReadableDuplicate(
  db: Executor,
  principal: Principal,
  sha256: Buffer,
): Promise<DuplicateFound | undefined> {
  type Row = {
    id: string;
    kind: ResourceKind;
    title: string;
    library: string;
    state: ResourceState;
    owner_id: string;
    in_scope: boolean;
  };
  const { rows } = await sql<Row>`
    select resources.id, resources.kind, title, libraries.name as library, state, resources.owner_id,
      ${inScopeColumn(principal)} as in_scope
    from resources join libraries on libraries.id = resources.library_id
    where sha256 = ${sha256} and state not in ('trashed', 'purged') and ${readable(principal)}
    order by (resources.owner_id = ${principal.userId}) desc, resources.id limit 1`.execute(db);
  const found = rows[0];
  if (!found) return undefined;
  const { id, kind, title, library } = found;
  return { id, kind, title, library, mayReplace: mayEdit(principal, found) };
}

/** What new resources of a library begin with. */
export async function findLibraryDefaults(db: Executor, libraryId: string): Promise<Partial<ResourceFields>> {
  const library = await db
    .selectFrom('libraries')
    .select(['default_language', 'default_licence', 'default_visibility'])
    .where('id', '=', libraryId)
    .executeTakeFirst();
  if (!library) return {};
  return {
    language: library.default_language as ResourceFields['language'],
    licence: library.default_licence as ResourceFields['licence'],
    visibility: library.default_visibility as ResourceFields['visibility'],
  };
}
