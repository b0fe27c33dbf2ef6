import type { TreeName } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Mentions } from './mentions.ts';

const keptRows = z.array(z.object({ column: z.string(), from: z.uuid(), to: z.uuid(), ids: z.array(z.uuid()) }));

type Reference = { table: string; columns: Partial<Record<TreeName, string>> };

/** Mentions held in columns of one table: each row then refers to the node that replaced its own. */
export function referenceMentions({ table, columns }: Reference): Mentions {
  const set = async (
    transaction: Parameters<Mentions['rename']>[0],
    column: string,
    from: string,
    to: string,
    ids?: string[],
  ) => {
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where ${sql.ref(column)} = ${from} ${ids ? sql`and id = any (${ids}::uuid[])` : sql``} returning id`.execute(
      transaction,
    );
    return rows.map(({ id }) => id);
  };
  return {
    kind: table,
    async rename(transaction, _context, { of, from, to }) {
      const column = columns[of];
      if (!column) return [];
      const ids = await set(transaction, column, from, to);
      return ids.length > 0 ? [{ column, from, to, ids }] : [];
    },
    async putBack(transaction, _context, kept) {
      for (const { column, from, to, ids } of keptRows.parse(kept)) {
        if (Object.values(columns).includes(column)) await set(transaction, column, to, from, ids);
      }
    },
  };
}
