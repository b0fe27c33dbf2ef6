import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';

/**
 * Places that show seeded resources: an eighth are in one of 24 columns, a sixth in one of 1,000 chapters, 24 on the
 * home page; a third are favourites, of one person each; a twentieth have a note.
 */
export async function seedUses(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`insert into columns (id, name, slug, path, position)
      select id, 'Column ' || i, 'column-' || i, '/' || id || '/', i
      from (select i, gen_random_uuid() as id from generate_series(1, 24) i) numbered`.execute(connection);
    await sql`with numbered as (select id, row_number() over (order by name) - 1 as number from columns)
      insert into column_items (column_id, resource_id, position)
      select numbered.id, resources.id, row_number() over (partition by numbered.id order by resources.id)
      from resources join numbered on number = ${drawn('column', 24 * 8)}`.execute(connection);
    await sql`insert into courses (id, name, code, owner_id)
      select gen_random_uuid(), 'Course ' || row_number() over (), 'K' || row_number() over (), id
      from users where account like 'owner%' limit 200`.execute(connection);
    await sql`insert into chapters (id, course_id, title, position)
      select gen_random_uuid(), courses.id, 'Chapter ' || i, i from courses, generate_series(1, 5) i`.execute(
      connection,
    );
    await sql`with numbered as (
        select id, course_id, row_number() over (order by course_id, position) - 1 as number from chapters)
      insert into chapter_resources (id, chapter_id, course_id, resource_id, position)
      select gen_random_uuid(), numbered.id, numbered.course_id, resources.id, row_number() over (order by resources.id)
      from resources join numbered on number = ${drawn('chapter', 1_000 * 6)}`.execute(connection);
    await sql`insert into home_page_uses (entry_id, slot_name, resource_id)
      select gen_random_uuid(), 'Newest', id from resources
      where state = 'published' order by hashtext('home' || id) limit 24`.execute(connection);
    await sql`with numbered as (
        select id, row_number() over (order by account) - 1 as number from users where account like 'owner%')
      insert into favourites (id, owner_id, resource_id, position, seen_version_number)
      select gen_random_uuid(), numbered.id, resources.id, row_number() over (order by resources.id), 1
      from resources join numbered on number = ${drawn('favourite', 2_000 * 3)}`.execute(connection);
    await sql`insert into resource_notes (id, resource_id, author_id, text)
      select gen_random_uuid(), id, owner_id, 'Check the sources.' from resources
      where ${drawn('note', 20)} = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}

/** The same for each resource in every run, and independent between properties. */
const drawn = (property: string, of: number) =>
  sql`(hashtext(${sql.lit(property)} || resources.id)::bigint + 2147483648) % ${sql.lit(of)}`;
