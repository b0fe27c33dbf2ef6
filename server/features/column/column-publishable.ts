import { sql } from 'kysely';
import { type PublishableItem, publishableTexts } from '../publication/public.ts';

/** Columns belong to the whole university, not to a department. */
export const publishableColumn: PublishableItem = {
  type: 'column',
  portal: {
    'column.name': 'title',
    'column.slug': 'details',
    'column.description': 'description',
    'resource.columns.name': 'title',
    'resource.columns.slug': 'details',
  },
  async read(db, id) {
    const row = await db
      .selectFrom('columns')
      .select(['name', 'slug', 'description', 'cover_file_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      title: row.name,
      language: null,
      departmentId: null,
      ownerId: null,
      live: true,
      texts: publishableTexts([
        ['title', row.name],
        ['details', row.slug],
        ['description', row.description],
      ]),
      covers: row.cover_file_id ? [row.cover_file_id] : [],
    };
  },
  async withhold(transaction, id, withheld) {
    await sql`update columns set withheld = ${withheld} where id = ${id} and withheld <> ${withheld}`.execute(
      transaction,
    );
  },
};
