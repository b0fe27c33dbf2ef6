import { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Mentions } from '../../platform/mentions/mentions.ts';
import { renameInView } from '../list-view/public.ts';
import { listColumnsNaming, replaceRule } from './column-mention.repository.ts';

const keptRules = z.array(z.object({ id: z.uuid(), before: z.string(), after: z.string() }));
type Change = z.output<typeof keptRules>[number];

/** Rules of columns, also of those that are filled by hand at the moment. */
export const columnMentions: Mentions = {
  kind: 'column',
  async rename(transaction, context, { from, to }) {
    const kept: Change[] = [];
    for (const { id, rule } of await listColumnsNaming(transaction, from)) {
      const change = { id, before: rule, after: renameInView(rule, from, to) };
      if (change.after !== rule && (await replace(transaction, context, change))) kept.push(change);
    }
    return kept;
  },
  async putBack(transaction, context, kept) {
    for (const { id, before, after } of keptRules.parse(kept)) {
      await replace(transaction, context, { id, before: after, after: before });
    }
  },
};

async function replace(transaction: Executor, context: SignedInContext, { id, before, after }: Change) {
  if (!(await replaceRule(transaction, id, before, after))) return false;
  const change = { action: 'column.updated', objectType: 'column', objectId: id };
  await recordActivity(transaction, context, { ...change, before: { rule: before }, after: { rule: after } });
  return true;
}
