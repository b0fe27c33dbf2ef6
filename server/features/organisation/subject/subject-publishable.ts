import { sql } from 'kysely';
import { type PublishableItem, publishableTexts } from '../../publication/public.ts';

/** Subjects belong to the whole university. */
export const publishableSubject: PublishableItem = {
  type: 'subject',
  portal: {
    'subject.name': 'title',
    'subject.code': 'details',
    'subject.description': 'description',
    'course.subject.name': 'title',
    'resource.subject.name': 'title',
  },
  async read(db, id) {
    const row = await db
      .selectFrom('subjects')
      .select(['name', 'code', 'description'])
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
        ['details', row.code],
        ['description', row.description],
      ]),
      covers: [],
    };
  },
  async withhold(transaction, id, withheld) {
    await sql`update subjects set withheld = ${withheld} where id = ${id} and withheld <> ${withheld}`.execute(
      transaction,
    );
  },
};
