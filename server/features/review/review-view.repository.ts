import type { QueryOf } from '@lectern/contract/endpoint.ts';
import type { Hit, HitState, listHits, ReviewView } from '@lectern/contract/features/review.ts';
import type { DecisionReason, DecisionRow } from '@lectern/contract/features/review-decision.ts';
import {
  type Disguise,
  type ScanSource,
  type Severity,
  scanSources,
  type TextPlace,
} from '@lectern/contract/features/scan.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { reviewScope } from './review.policy.ts';
import { named, type ReviewRecord, reviewColumns, reviewJoins } from './review-record.ts';

export type ReviewViewRecord = ReviewRecord & { revealed: boolean; masks: number };

/** Within this person's data scope. `revealed` comes from the activity history. */
export async function findReviewView(
  db: Executor,
  principal: Principal,
  id: string,
): Promise<ReviewViewRecord | undefined> {
  const { rows } = await sql<ReviewViewRecord>`
    select ${reviewColumns},
      exists (select from activities where object_type = 'review' and object_id = ${id}
        and action = 'review.revealed' and actor_id = ${principal.userId}) as revealed,
      (select count(*) from sensitive_masks where sensitive_masks.resource_id = sensitive_reviews.resource_id) as masks
    from sensitive_reviews ${reviewJoins}
    where sensitive_reviews.resource_id = ${id} and ${reviewScope(principal)}`.execute(db);
  return rows[0];
}

/** All matched words, those with open matches first. */
export async function listFoundWords(db: Executor, resourceId: string): Promise<ReviewView['words']> {
  const { rows } = await sql<ReviewView['words'][number]>`
    select word.id, word.text, word.severity, word.category, word.note,
      count(*) filter (where match.state = 'open') as open, count(*) as hits,
      count(*) filter (where match.state = 'open' and match.likely_false) as "likelyFalse",
      word.ignore_likely_false as "ignoreLikelyFalse"
    from sensitive_hits match join sensitive_words word on word.id = match.word_id
    where match.resource_id = ${resourceId} and match.state <> 'gone'
    group by word.id
    order by count(*) filter (where match.state = 'open') > 0 desc, bool_and(match.likely_false),
      severity_rank(word.severity) desc, count(*) desc,
      word.text, word.id`.execute(db);
  return rows;
}

type MatchQuery = QueryOf<typeof listHits>;

/** Likely-false matches last; then by severity and word, then in reading order. */
const orderColumns = sql`match.likely_false, -severity_rank(match.severity), lower(word.text), match.word_id,
  array_position(${[...scanSources]}::text[], match.source), match.position, match.start_offset, match.id`;

export async function listMatchRows(db: Executor, resourceId: string, wanted: MatchQuery): Promise<MatchRecord[]> {
  const { wordId, state, gone, after, size } = wanted;
  const { rows } = await sql<MatchRecord>`
    select ${matchColumns} from sensitive_hits match ${matchJoins}
    where match.resource_id = ${resourceId}
      and ${wordId ? sql`match.word_id = ${wordId}` : sql`true`}
      and ${state ? sql`match.state = ${state}` : gone ? sql`true` : sql`match.state <> 'gone'`}
      and ${after ? sql`(${orderColumns}) > (select ${orderColumns} from sensitive_hits match ${matchJoins} where match.id = ${after})` : sql`true`}
    order by ${orderColumns} limit ${size + 1}`.execute(db);
  return rows;
}

export async function listMatchesById(
  db: Executor,
  resourceId: string,
  ids: readonly string[],
): Promise<MatchRecord[]> {
  const { rows } = await sql<MatchRecord>`
    select ${matchColumns} from sensitive_hits match ${matchJoins}
    where match.resource_id = ${resourceId} and match.id = any (${ids}::uuid[]) order by ${orderColumns}`.execute(db);
  return rows;
}

export async function findMatch(
  db: Executor,
  { id, hitId }: { id: string; hitId: string },
): Promise<(MatchRecord & { fingerprint: string }) | undefined> {
  const { rows } = await sql<MatchRecord & { fingerprint: string }>`
    select ${matchColumns}, encode(match.fingerprint, 'hex') as fingerprint from sensitive_hits match ${matchJoins}
    where match.resource_id = ${id} and match.id = ${hitId}`.execute(db);
  return rows[0];
}

export async function hasLikelyFalse(db: Executor, resourceId: string, wordId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sensitive_hits
    where resource_id = ${resourceId} and word_id = ${wordId} and likely_false and state <> 'gone' limit 1`.execute(db);
  return rows.length > 0;
}

/** The passage at a position and its neighbours; empty when the passage no longer exists. */
export async function listTextsAround(
  db: Executor,
  resourceId: string,
  { source, position }: Pick<MatchRecord, 'source' | 'position'>,
): Promise<{ position: number; text: string }[]> {
  const { rows } = await sql<{ position: number; text: string }>`
    select position, text from passages
    where resource_id = ${resourceId} and source = ${source} and position between ${position - 1} and ${position + 1}
    union all
    select position, text from sensitive_texts
    where resource_id = ${resourceId} and source = ${source} and position = ${position}
    order by position`.execute(db);
  return rows;
}

type Mark = {
  id: string;
  start_offset: number;
  end_offset: number;
  excerpt: string;
  mark_start: number;
  mark_end: number;
};

/** All matches of one passage in any state, except those that are gone. */
export async function listMarks(
  db: Executor,
  resourceId: string,
  { source, position }: Pick<MatchRecord, 'source' | 'position'>,
): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    select id, start_offset, end_offset, excerpt, mark_start, mark_end from sensitive_hits
    where resource_id = ${resourceId} and source = ${source} and position = ${position} and state <> 'gone'
    order by start_offset, end_offset, id`.execute(db);
  return rows;
}

export type MaskRecord = PlaceRecord & { hit_id: string; position: number; start_offset: number; end_offset: number };
const mostMasks = 1_000;

export async function listMaskRows(db: Executor, resourceId: string, most: number = mostMasks): Promise<MaskRecord[]> {
  const { rows } = await sql<MaskRecord>`
    select hit_id, source, position, page, box, start_ms, end_ms, start_offset, end_offset from sensitive_masks
    where resource_id = ${resourceId}
    order by array_position(${[...scanSources]}::text[], source), position, start_offset limit ${most}`.execute(db);
  return rows;
}

type PlaceRecord = {
  source: ScanSource;
  page: number | null;
  box: [number, number, number, number] | null;
  start_ms: number | null;
  end_ms: number | null;
};

export type MatchRecord = PlaceRecord & {
  id: string;
  word_id: string;
  word_text: string;
  severity: Severity;
  state: HitState;
  position: number;
  start_offset: number;
  end_offset: number;
  excerpt: string;
  mark_start: number;
  mark_end: number;
  pass: 'strict' | 'loose';
  disguises: Disguise[];
  likely_false: boolean;
  found_at: Date;
  batch_id: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  decided_note: string | null;
};

const matchColumns = sql`match.id, match.word_id, word.text as word_text, match.severity, match.state, match.source, match.position,
  match.page, match.box, match.start_ms, match.end_ms, match.start_offset, match.end_offset, match.excerpt, match.mark_start, match.mark_end,
  match.pass, match.disguises, match.likely_false, match.found_at, decision.batch_id, decision.by as decided_by, decider.name as decided_by_name,
  decision.at as decided_at, decision.note as decided_note`;
const matchJoins = sql`
  join sensitive_words word on word.id = match.word_id
  left join sensitive_decisions decision on decision.id = match.decision_id
  left join users decider on decider.id = decision.by`;

export function placeOf({ source, page, box, start_ms: startMs, end_ms: endMs }: PlaceRecord): TextPlace {
  return { source, page, box, startMs, endMs };
}

export function presentMatch(row: MatchRecord): Hit {
  return {
    id: row.id,
    word: { id: row.word_id, text: row.word_text },
    severity: row.severity,
    state: row.state,
    place: placeOf(row),
    excerpt: { text: row.excerpt, mark: [row.mark_start, row.mark_end] },
    pass: row.pass,
    disguises: row.disguises,
    likelyFalse: row.likely_false,
    decision: decisionOf(row),
    foundAt: row.found_at.toISOString(),
  };
}

function decisionOf({ batch_id: id, decided_at: at, ...row }: MatchRecord): Hit['decision'] {
  if (id === null || at === null) return null;
  const by = named(row.decided_by, row.decided_by_name);
  return { id, by, at: at.toISOString(), note: row.decided_note ?? '' };
}

type DecisionQuery = { after?: string | undefined; size: number };
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

/** One row per command. The word is null when the command decided about several words. */
async function list(
  db: Executor,
  principal: Principal,
  condition: RawBuilder<unknown>,
  { after, size }: DecisionQuery,
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
  wanted: DecisionQuery,
): Promise<Record[]> {
  return list(db, principal, sql`head.resource_id = ${resourceId}`, wanted);
}

export function listDecisionsOn(
  db: Executor,
  principal: Principal,
  wordId: string,
  wanted: DecisionQuery,
): Promise<Record[]> {
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

type Text = { wordId: string; fingerprint: string };
type SameResource = { id: string; title: string; hits: number };

/** Open matches of a word in a text across resources, within this person's data scope. */
export async function listSameResources(db: Executor, principal: Principal, text: Text): Promise<SameResource[]> {
  const { rows } = await sql<SameResource>`
    select resources.id, resources.title, count(*) as hits
    from sensitive_hits match
      join sensitive_reviews on sensitive_reviews.resource_id = match.resource_id
      join reviewed_items resources on resources.id = match.resource_id
    where match.word_id = ${text.wordId} and match.fingerprint = decode(${text.fingerprint}, 'hex') and match.state = 'open'
      and ${reviewScope(principal)}
    group by resources.id, resources.title order by lower(resources.title), resources.id`.execute(db);
  return rows;
}
