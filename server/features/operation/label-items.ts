import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { exportWords } from '../../platform/list/export-words.ts';
import { type ListSource, sourceFor } from '../../platform/list/list-source.ts';

type Unlabelled = { objectId: string; label: string };
type Reading = { source: ListSource; actor: SignedInContext; timeZone: string };

/** Gives what went wrong before it said its name the one that its list shows: the first column of its row. */
export async function labelItems<Item extends Unlabelled>(
  transaction: Executor,
  items: Item[],
  { source, actor, timeZone }: Reading,
): Promise<Item[]> {
  const ids = items.filter(({ label }) => label === '').map(({ objectId }) => objectId);
  const [column] = Object.keys(source.list.columns);
  if (ids.length === 0 || column === undefined) return items;
  const { columns, from, joins = sql``, id, present, exportCell } = sourceFor(source, actor.principal);
  const { rows } = await sql<{ list_id: string }>`
    select ${columns}, ${id} as list_id from ${from} ${joins}
    where ${id} = any (${ids}::uuid[]) and ${(source.reach ?? source.scope)(actor.principal)}`.execute(transaction);
  const words = exportWords(actor.language, timeZone);
  const labels = new Map(rows.map((row) => [row.list_id, String(exportCell(column, present(row), words) ?? '')]));
  return items.map((item) => ({ ...item, label: item.label || (labels.get(item.objectId) ?? '') }));
}
