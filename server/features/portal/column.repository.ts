import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isNamedSubject, isPublicColumn } from '../publication/public.ts';
import { isShownCover } from './cover.repository.ts';

export type PublicColumn = {
  id: string;
  parent_id: string | null;
  name: string;
  slug: string;
  description: string;
  has_cover: boolean;
};

export const isShownColumn = isPublicColumn();

const fields = (
  isPublic: Condition,
) => sql`columns.id, columns.parent_id, columns.name, columns.slug, columns.description,
  ${isShownCover(sql`columns.cover_file_id`, isPublic)} as has_cover`;

/** In tree order: parents before children, siblings by position. */
export async function listShownColumns(db: Executor, isPublic: Condition): Promise<PublicColumn[]> {
  const { rows } = await sql<PublicColumn>`
    with recursive tree as (
      select columns.id, columns.path, array[columns.position] as place from columns where parent_id is null and visible and not withheld
      union all
      select columns.id, columns.path, tree.place || columns.position
      from columns join tree on tree.id = columns.parent_id where columns.visible and not columns.withheld
    )
    select ${fields(isPublic)} from tree join columns on columns.id = tree.id order by tree.place, columns.id`.execute(
    db,
  );
  return rows;
}

export async function findShownColumn(
  db: Executor,
  id: string,
  isPublic: Condition,
): Promise<PublicColumn | undefined> {
  const { rows } = await sql<PublicColumn>`
    select ${fields(isPublic)} from columns where columns.id = ${id} and ${isShownColumn}`.execute(db);
  return rows[0];
}

type NamedColumn = { id: string; name: string; slug: string };

/** The visible columns that a resource was added to by hand. */
export async function listColumnsOf(db: Executor, resourceId: string): Promise<NamedColumn[]> {
  const { rows } = await sql<NamedColumn>`
    select columns.id, columns.name, columns.slug from columns join column_items on column_items.column_id = columns.id
    where column_items.resource_id = ${resourceId} and columns.mode = 'manual' and ${isShownColumn}
    order by lower(columns.name), columns.id`.execute(db);
  return rows;
}

export type SubjectRow = { id: string; parent_id: string | null; code: string; name: string; description: string };

/** Enabled subjects whose ancestors are enabled. */
export async function listShownSubjects(db: Executor): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    with recursive tree as (
      select id, array[(sort, lower(name))] as place from subjects
      where parent_id is null and disabled_at is null and ${isNamedSubject()}
      union all
      select subjects.id, tree.place || (subjects.sort, lower(subjects.name))
      from subjects join tree on tree.id = subjects.parent_id
      where subjects.disabled_at is null and ${isNamedSubject()}
    )
    select subjects.id, subjects.parent_id, subjects.code, subjects.name, subjects.description
    from tree join subjects on subjects.id = tree.id order by tree.place, subjects.id`.execute(db);
  return rows;
}
