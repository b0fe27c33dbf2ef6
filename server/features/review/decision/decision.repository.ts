import type { HitState } from '@lectern/contract/features/review.ts';
import type {
  DecisionReason,
  HitDecision,
  ReviewDecision,
  unblockSteps,
} from '@lectern/contract/features/review-decision.ts';
import type { ScanSource, Severity } from '@lectern/contract/features/scan.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';
import type { MatchVerdict } from '../review.repository.ts';

export type DecisionName = ReviewDecision | (typeof unblockSteps)[number];
/** One command. Its id is that of its first row, which also stores what Undo restores. */
type NewDecision = {
  batchId: string;
  resourceId: string;
  decision: DecisionName;
  reason: DecisionReason | null;
  note: string;
  by: string;
  operationId: string | null;
};

const rowsAtOnce = 500;

/** A decision about the whole resource. */
export async function insertDecision(transaction: Executor, given: NewDecision): Promise<void> {
  await transaction
    .insertInto('sensitive_decisions')
    .values({ ...rowOf(given), id: given.batchId, hits: 0 })
    .execute();
}

type Verdict = { id: string; hits: DecidedMatch[] };

/** One row per word and text; supersedes older verdicts on the same ones. Returns the verdict of each match. */
export async function insertVerdicts(
  transaction: Executor,
  given: NewDecision & { decision: HitDecision },
  matches: readonly DecidedMatch[],
): Promise<MatchVerdict[]> {
  const verdicts = verdictsOf(given.batchId, matches);
  for (let start = 0; start < verdicts.length; start += rowsAtOnce) {
    const some = verdicts.slice(start, start + rowsAtOnce);
    const list = (value: (verdict: Verdict, first: DecidedMatch) => string) =>
      some.flatMap((verdict) => verdict.hits.slice(0, 1).map((first) => value(verdict, first)));
    await sql`
      update sensitive_decisions older set superseded_by = given.id
      from unnest(${list(({ id }) => id)}::uuid[], ${list((_, match) => match.word_id)}::uuid[],
        ${list((_, match) => match.fingerprint)}::text[]) as given (id, word_id, fingerprint)
      where older.resource_id = ${given.resourceId} and older.word_id = given.word_id
        and older.fingerprint = decode(given.fingerprint, 'hex')
        and older.undone_at is null and older.superseded_by is null`.execute(transaction);
    await transaction
      .insertInto('sensitive_decisions')
      .values(some.flatMap((verdict) => verdict.hits.slice(0, 1).map((first) => verdictRow(given, verdict, first))))
      .execute();
  }
  return verdicts.flatMap(({ id, hits }) => hits.map((match) => ({ decisionId: id, matchId: match.id })));
}

function verdictsOf(batchId: string, matches: readonly DecidedMatch[]): Verdict[] {
  const groups = Map.groupBy(matches, (match) => `${match.word_id} ${match.fingerprint}`);
  return [...groups.values()].map((some, index) => ({ id: index === 0 ? batchId : newId(), hits: some }));
}

function verdictRow(given: NewDecision, { id, hits }: Verdict, first: DecidedMatch) {
  return {
    ...rowOf(given),
    id,
    word_id: first.word_id,
    fingerprint: Buffer.from(first.fingerprint, 'hex'),
    source: first.source,
    excerpt: first.excerpt,
    mark_start: first.mark_start,
    mark_end: first.mark_end,
    hits: hits.length,
  };
}

function rowOf({ batchId, resourceId, decision, reason, note, by, operationId }: NewDecision) {
  return { batch_id: batchId, resource_id: resourceId, decision, reason, note, by, operation_id: operationId };
}

export async function updateBefore(transaction: Executor, batchId: string, before: unknown): Promise<void> {
  await transaction
    .updateTable('sensitive_decisions')
    .set({ before: JSON.stringify(before) })
    .where('id', '=', batchId)
    .execute();
}

type DecisionHead = {
  id: string;
  by: string | null;
  decision: DecisionName;
  before: unknown;
  operation_id: string | null;
  undone_at: Date | null;
};

export function findHead(
  db: Executor,
  { batchId, resourceId }: { batchId: string; resourceId: string },
): Promise<DecisionHead | undefined> {
  return db
    .selectFrom('sensitive_decisions')
    .select(['id', 'by', 'before', 'operation_id', 'undone_at'])
    .select(sql<DecisionName>`decision`.as('decision'))
    .where('id', '=', batchId)
    .where('batch_id', '=', batchId)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
}

/** Marks the decisions as undone and restores the verdicts they superseded. */
export async function undoBatch(transaction: Executor, batchId: string, by: string): Promise<void> {
  await sql`
    update sensitive_decisions set undone_at = now(), undone_by = ${by} where batch_id = ${batchId}`.execute(
    transaction,
  );
  await sql`
    update sensitive_decisions set superseded_by = null
    where superseded_by in (select id from sensitive_decisions where batch_id = ${batchId})`.execute(transaction);
}

/** Makes the previous decision the latest again, so it can be undone in turn. */
export async function renewLast(
  transaction: Executor,
  resourceId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    update sensitive_decisions set before = jsonb_set(before, '{version}', to_jsonb(${to}::int))
    where resource_id = ${resourceId} and id = batch_id and undone_at is null
      and (before ->> 'version')::int = ${from}`.execute(transaction);
}

/** What a decision needs to know about a match, with the current text of its passage. */
export type DecidedMatch = {
  id: string;
  word_id: string;
  source: ScanSource;
  state: HitState;
  severity: Severity;
  fingerprint: string;
  excerpt: string;
  mark_start: number;
  mark_end: number;
  start_offset: number;
  end_offset: number;
  /** Null when the passage no longer exists. */
  text: string | null;
};

const columns = sql`match.id, match.word_id, match.source, match.state, match.severity, encode(match.fingerprint, 'hex') as fingerprint,
  match.excerpt, match.mark_start, match.mark_end, match.start_offset, match.end_offset,
  coalesce(passage.text, other.text) as text`;
const texts = sql`
  left join passages passage on passage.resource_id = match.resource_id and passage.source = match.source
    and passage.position = match.position
  left join sensitive_texts other on other.resource_id = match.resource_id and other.source = match.source
    and other.position = match.position`;

async function list(db: Executor, resourceId: string, condition: RawBuilder<unknown>): Promise<DecidedMatch[]> {
  const { rows } = await sql<DecidedMatch>`
    select ${columns} from sensitive_hits match ${texts}
    where match.resource_id = ${resourceId} and match.state <> 'gone' and ${condition}
    order by match.source, match.position, match.start_offset, match.id`.execute(db);
  return rows;
}

/** These matches and all others of the same word in the same text, because one verdict covers them all. */
export function listSimilarMatches(db: Executor, resourceId: string, ids: readonly string[]): Promise<DecidedMatch[]> {
  return list(
    db,
    resourceId,
    sql`(match.word_id, match.fingerprint) in (
      select word_id, fingerprint from sensitive_hits where resource_id = ${resourceId} and id = any (${ids}::uuid[]))`,
  );
}

export function listMatchesOfText(
  db: Executor,
  resourceId: string,
  { wordId, fingerprint }: { wordId: string; fingerprint: string },
): Promise<DecidedMatch[]> {
  return list(
    db,
    resourceId,
    sql`match.state = 'open' and match.word_id = ${wordId} and match.fingerprint = decode(${fingerprint}, 'hex')`,
  );
}

/** The open matches, or all if none is open: the decision then changes earlier verdicts. */
export async function listMatchesAtHand(db: Executor, resourceId: string): Promise<DecidedMatch[]> {
  const open = await list(db, resourceId, sql`match.state = 'open'`);
  return open.length > 0 ? open : list(db, resourceId, sql`true`);
}

/** Whether the matched words are still at their recorded position. */
export function stands(match: Omit<DecidedMatch, 'fingerprint'>): boolean {
  if (match.text === null) return false;
  const there = match.text.slice(match.start_offset, match.end_offset);
  return inOneLine(there) === inOneLine(match.excerpt.slice(match.mark_start, match.mark_end));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
