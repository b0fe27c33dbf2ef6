import { sql } from 'kysely';
import { sumReview } from '../features/review/public.ts';
import type { Executor } from '../platform/db/database.ts';
import { newId } from '../platform/new-id.ts';
import type { TestApp } from './test-app.ts';

type WordWish = {
  mode?: 'exact' | 'contains' | 'wildcard';
  severity?: 'notice' | 'review' | 'block';
  variants?: boolean;
  exceptions?: string[];
  sources?: string[];
};

/** Helpers for words, scans and their matches, without going through the API. */
export function scanRig(test: TestApp, db: Executor = test.db) {
  const { scanLoop, rescans } = test.container.services;
  return {
    async addWord(text: string, { mode = 'contains', severity = 'review', variants = true, ...rest }: WordWish = {}) {
      const id = newId();
      const values = { id, text, key: text.toLowerCase(), mode, severity, variants, category: 'other', ...rest };
      await db.insertInto('sensitive_words').values(values).execute();
      return id;
    },
    changeWord: async (
      id: string,
      change: { severity?: string; enabled?: boolean; exceptions?: string[]; ignore_likely_false?: boolean },
    ) => {
      await db.updateTable('sensitive_words').set(change).where('id', '=', id).execute();
    },
    /** Scans every changed text. */
    settle: () => scanLoop.drain(),
    wake: () => rescans.wake(),
    async hitsOf(resourceId: string) {
      const rows = await db
        .selectFrom('sensitive_hits')
        .innerJoin('sensitive_words', 'sensitive_words.id', 'sensitive_hits.word_id')
        .selectAll('sensitive_hits')
        .select('sensitive_words.text as word')
        .where('resource_id', '=', resourceId)
        .orderBy('source')
        .orderBy('position')
        .orderBy('start_offset')
        .execute();
      return rows;
    },
    /** Stores a decision as a reviewer would make it. */
    async decide(hitId: string, decision: 'clear' | 'block' | 'mask') {
      const id = newId();
      const state = { clear: 'cleared', block: 'confirmed', mask: 'masked' }[decision];
      await sql`
        insert into sensitive_decisions (id, batch_id, resource_id, word_id, fingerprint, decision, reason, by)
        select ${id}, ${id}, resource_id, word_id, fingerprint, ${decision}, 'teaching', ${test.admin.userId}
        from sensitive_hits where id = ${hitId}`.execute(db);
      const { rows } = await sql<{ resource_id: string }>`
        update sensitive_hits set state = ${state}, decision_id = ${id} where id = ${hitId} returning resource_id`.execute(
        db,
      );
      for (const row of rows) await sumReview(db, row.resource_id);
    },
  };
}
export type ScanRig = ReturnType<typeof scanRig>;
