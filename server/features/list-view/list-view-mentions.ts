import { z } from 'zod';
import type { Mentions } from '../../platform/mentions/mentions.ts';
import { listViewsNaming, replaceViewQuery } from './list-view-mention.repository.ts';
import { renameInView } from './rename-in-view.ts';

const keptViews = z.array(z.object({ id: z.uuid(), before: z.string(), after: z.string() }));

/** Saved views of everybody. What they show is told by their address, which nobody looks at: no activity. */
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
