import { sql } from 'kysely';
import { z } from 'zod';
import type { Mentions } from '../../../platform/mentions/mentions.ts';

const keptRows = z.array(
  z.object({ from: z.uuid(), to: z.uuid(), subjectIds: z.array(z.uuid()), added: z.array(z.uuid()) }),
);

/** Colleges of subjects: those of a college that is merged are taught by the one that takes it in. */
export const subjectCollegeMentions: Mentions = {
  kind: 'subject_colleges',
  async rename(transaction, _context, { of, from, to }) {
    if (of !== 'college') return [];
    const gone = await sql<{ subject_id: string }>`
      delete from subject_colleges where college_id = ${from} returning subject_id`.execute(transaction);
    const subjectIds = gone.rows.map((row) => row.subject_id);
    if (subjectIds.length === 0) return [];
    const come = await sql<{ subject_id: string }>`
      insert into subject_colleges (subject_id, college_id) select unnest(${subjectIds}::uuid[]), ${to}::uuid
      on conflict do nothing returning subject_id`.execute(transaction);
    return [{ from, to, subjectIds, added: come.rows.map((row) => row.subject_id) }];
  },
  async putBack(transaction, _context, kept) {
    for (const { from, to, subjectIds, added } of keptRows.parse(kept)) {
      // Whoever took the other college from a subject since did not mean it to come back as this one.
      const still = await sql<{ subject_id: string }>`
        select subject_id from subject_colleges
        where college_id = ${to} and subject_id = any (${subjectIds}::uuid[])`.execute(transaction);
      const ids = still.rows.map((row) => row.subject_id);
      await sql`delete from subject_colleges
        where college_id = ${to} and subject_id = any (${added}::uuid[])`.execute(transaction);
      await sql`insert into subject_colleges (subject_id, college_id) select unnest(${ids}::uuid[]), ${from}::uuid
        on conflict do nothing`.execute(transaction);
    }
  },
};
