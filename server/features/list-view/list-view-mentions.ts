import { z } from 'zod';
import type { Executor } from '../../platform/db/database.ts';
import type { Mentions } from '../../platform/mentions/mentions.ts';
import { renameInView } from './rename-in-view.ts';

const keptViews = z.array(z.object({ id: z.uuid(), before: z.string(), after: z.string() }));

/** Mentions in everyone's saved views. Not recorded as activity, because only the query string changes. */
export const listViewMentions: Mentions = {
  kind: 'listView',
  async rename(transaction, _context, { from, to }) {
    const kept: z.output<typeof keptViews> = [];
    for (const { id, query } of await listViewsNaming(transaction, from)) {
      const after = renameInView(query, from, to);
      if (after !== query && (await replaceViewQuery(transaction, id, query, after))) {
        kept.push({ id, before: query, after });
      }
    }
    return kept;
  },
  async putBack(transaction, _context, kept) {
    for (const { id, before, after } of keptViews.parse(kept)) await replaceViewQuery(transaction, id, after, before);
  },
};

function listViewsNaming(transaction: Executor, id: string): Promise<{ id: string; query: string }[]> {
  return transaction
    .selectFrom('list_views')
    .select(['id', 'query'])
    .where('query', 'like', `%${id}%`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** False when the view has changed since. */
async function replaceViewQuery(transaction: Executor, id: string, before: string, after: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('list_views')
    .set({ query: after })
    .where('id', '=', id)
    .where('query', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
