import type { DecisionReason, DecisionRow } from '@lectern/contract/features/review-decision.ts';
import type { ScanSource } from '@lectern/contract/features/scan.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { named } from '../list/review-record.ts';
import { reviewScope } from '../review-scope.ts';

type Wanted = { after?: string | undefined; size: number };
type Record = {
  id: string;
  resource_id: string;
  title: string;
  decision: DecisionRow['decision'];
  reason: DecisionReason | null;
  note: string;
  by: string | null;
  by_name: string | null;
  at: Date;
  undone_at: Date | null;
  undone_by: string | null;
  undone_by_name: string | null;
  word: { id: string; text: string } | null;
  source: ScanSource | null;
  excerpt: string | null;
  mark_start: number | null;
  mark_end: number | null;
  verdicts: number;
  hits: number;
  operation_id: string | null;
  undoable: boolean;
};

/** What one command decided is one row; of several texts none is shown. */
async function list(
  db: Executor,
  principal: Principal,
  condition: RawBuilder<unknown>,
  { after, size }: Wanted,
): Promise<Record[]> {
  const { rows } = await sql<Record>`
    select head.id, head.resource_id, resources.title, head.decision, head.reason, head.note, head.by, head.at,
      decider.name as by_name, head.undone_at, head.undone_by, undoer.name as undone_by_name, head.source, head.excerpt,
      head.mark_start, head.mark_end, head.operation_id, batch.verdicts, batch.hits, batch.word,
      coalesce(head.by = ${principal.userId} and head.undone_at is null and head.operation_id is null
        and (head.before ->> 'version')::int = sensitive_reviews.version, false) as undoable
    from sensitive_decisions head
      join reviewed_items resources on resources.id = head.resource_id
      join sensitive_reviews on sensitive_reviews.resource_id = head.resource_id
      left join users decider on decider.id = head.by
      left join users undoer on undoer.id = head.undone_by
      cross join lateral (
        select count(*) as verdicts, sum(part.hits)::int as hits,
          case when count(distinct part.word_id) = 1 then (
            select jsonb_build_object('id', word.id, 'text', word.text) from sensitive_words word
            where word.id = (array_agg(part.word_id))[1]) end as word
        from sensitive_decisions part where part.batch_id = head.id
      ) batch
    where head.id = head.batch_id and ${reviewScope(principal)} and ${condition}
      and ${after ? sql`(head.at, head.id) < (select at, id from sensitive_decisions where id = ${after})` : sql`true`}
    order by head.at desc, head.id desc limit ${size + 1}`.execute(db);
  return rows;
}

export function listDecisionsOf(
  db: Executor,
  principal: Principal,
  resourceId: string,
  wanted: Wanted,
): Promise<Record[]> {
  return list(db, principal, sql`head.resource_id = ${resourceId}`, wanted);
}

export function listDecisionsOn(db: Executor, principal: Principal, wordId: string, wanted: Wanted): Promise<Record[]> {
  const about = sql`head.id in (select batch_id from sensitive_decisions where word_id = ${wordId})`;
  return list(db, principal, about, wanted);
}

export function presentDecision(row: Record): DecisionRow {
  const isOne = row.verdicts === 1 && row.excerpt !== null;
  return {
    id: row.id,
    resource: { id: row.resource_id, title: row.title },
    decision: row.decision,
    reason: row.reason,
    note: row.note,
    by: named(row.by, row.by_name),
    at: row.at.toISOString(),
    undone: row.undone_at && { by: named(row.undone_by, row.undone_by_name), at: row.undone_at.toISOString() },
    word: row.word,
    source: row.verdicts === 1 ? row.source : null,
    excerpt: isOne ? { text: row.excerpt ?? '', mark: [row.mark_start ?? 0, row.mark_end ?? 0] } : null,
    hits: row.hits,
    operationId: row.operation_id,
    undoable: row.undoable,
  };
}
