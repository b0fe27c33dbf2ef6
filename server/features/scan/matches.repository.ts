import type { HitState } from '@lectern/contract/features/review.ts';
import type { ScanSource, Severity } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { type FoundMatch, matchKey } from './found-match.ts';
import type { Box } from './scanned-text.ts';

type MatchRecord = {
  id: string;
  word_id: string;
  version_id: string | null;
  source: ScanSource;
  position: number;
  page: number | null;
  box: Box | null;
  start_ms: number | null;
  end_ms: number | null;
  note_id: string | null;
  start_offset: number;
  end_offset: number;
  excerpt: string;
  mark_start: number;
  mark_end: number;
  pass: 'strict' | 'loose';
  disguises: string[];
  likely_false: boolean;
  severity: Severity;
  fingerprint: Buffer;
  occurrence: number;
  state: HitState;
  decision_id: string | null;
};

export async function listMatchRecords(db: Executor, resourceId: string): Promise<StoredMatch[]> {
  const { rows } = await sql<MatchRecord>`
    select id, word_id, version_id, source, position, page, box, start_ms, end_ms, note_id, start_offset, end_offset,
      excerpt, mark_start, mark_end, pass, disguises, likely_false, severity, fingerprint, occurrence, state, decision_id
    from sensitive_hits where resource_id = ${resourceId}`.execute(db);
  return rows.map((row) => ({
    ...{ id: row.id, wordId: row.word_id, versionId: row.version_id, source: row.source, position: row.position },
    ...{ page: row.page, box: row.box, startMs: row.start_ms, endMs: row.end_ms, noteId: row.note_id },
    ...{ start: row.start_offset, end: row.end_offset, excerpt: row.excerpt, markStart: row.mark_start },
    ...{ markEnd: row.mark_end, pass: row.pass, disguises: row.disguises, likelyFalse: row.likely_false },
    severity: row.severity,
    ...{ fingerprint: row.fingerprint, occurrence: row.occurrence, state: row.state, decisionId: row.decision_id },
  }));
}

/** Decisions on words in this resource's texts that were neither undone nor superseded. */
export async function listLiveDecisions(db: Executor, resourceId: string): Promise<LiveDecision[]> {
  const { rows } = await sql<{ id: string; word_id: string; fingerprint: Buffer; decision: LiveDecision['decision'] }>`
    select id, word_id, fingerprint, decision from sensitive_decisions
    where resource_id = ${resourceId} and word_id is not null and undone_at is null and superseded_by is null`.execute(
    db,
  );
  return rows.map(({ id, word_id: wordId, fingerprint, decision }) => ({ id, wordId, fingerprint, decision }));
}

export async function listSeverities(db: Executor, wordIds: readonly string[]): Promise<Map<string, Severity>> {
  if (wordIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; severity: Severity }>`
    select id, severity from sensitive_words where id = any (${wordIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, severity }) => [id, severity]));
}

const rowsAtOnce = 1_000;

export async function writeMatches(
  transaction: Executor,
  resourceId: string,
  { inserted, revived, updated, gone, deleted }: MatchChanges,
): Promise<void> {
  if (deleted.length > 0) {
    await sql`delete from sensitive_hits where id = any (${deleted}::uuid[])`.execute(transaction);
  }
  if (gone.length > 0) {
    await sql`update sensitive_hits set state = 'gone' where id = any (${gone}::uuid[])`.execute(transaction);
  }
  const moved = [...updated.map((match) => ({ ...match, state: null, decisionId: null })), ...revived];
  for (let at = 0; at < moved.length; at += rowsAtOnce) {
    await updateMatches(transaction, moved.slice(at, at + rowsAtOnce));
  }
  const added = inserted.map((match) => ({ ...match, id: newId() }));
  for (let at = 0; at < added.length; at += rowsAtOnce) {
    await insertMatches(transaction, resourceId, added.slice(at, at + rowsAtOnce));
  }
}

type Written = ScannedMatch & { id: string; state: HitState | null; decisionId: string | null };

/** Passes the matches as one JSON recordset, so one statement maps server names to column names. */
function given(matches: readonly Written[]) {
  const rows = matches.map((match) => ({ ...match, fingerprint: match.fingerprint.toString('hex') }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, "wordId" uuid, "versionId" uuid,
    source text, position int, page int, box real[], "startMs" int, "endMs" int, "noteId" uuid, start int, "end" int,
    excerpt text, "markStart" int, "markEnd" int, pass text, disguises text[], "likelyFalse" boolean,
    severity text, fingerprint text, occurrence int, state text, "decisionId" uuid)`;
}

async function insertMatches(transaction: Executor, resourceId: string, matches: readonly Written[]): Promise<void> {
  await sql`
    insert into sensitive_hits (id, resource_id, version_id, word_id, source, position, page, box, start_ms, end_ms,
      note_id, start_offset, end_offset, excerpt, mark_start, mark_end, pass, disguises, likely_false, severity, fingerprint,
      occurrence, state, decision_id)
    select id, ${resourceId}, "versionId", "wordId", source, position, page, box, "startMs", "endMs", "noteId", start,
      "end", excerpt, "markStart", "markEnd", pass, disguises, "likelyFalse", severity, decode(fingerprint, 'hex'), occurrence,
      state, "decisionId"
    from ${given(matches)}`.execute(transaction);
}

/** A null state leaves the stored state and its decision unchanged. */
async function updateMatches(transaction: Executor, matches: readonly Written[]): Promise<void> {
  await sql`
    update sensitive_hits match set version_id = given."versionId", position = given.position, page = given.page,
      box = given.box, start_ms = given."startMs", end_ms = given."endMs", note_id = given."noteId",
      start_offset = given.start, end_offset = given."end", excerpt = given.excerpt, mark_start = given."markStart",
      mark_end = given."markEnd", pass = given.pass, disguises = given.disguises, likely_false = given."likelyFalse",
      severity = given.severity, state = coalesce(given.state, match.state),
      decision_id = case when given.state is null then match.decision_id else given."decisionId" end
    from ${given(matches)} where match.id = given.id`.execute(transaction);
}

type Judged = { state: HitState; decisionId: string | null };
export type MatchChanges = {
  inserted: (ScannedMatch & Judged)[];
  /** Matches that were gone and reappeared, in the state their decisions now give them. */
  revived: (ScannedMatch & Judged & { id: string })[];
  /** Matches whose place, excerpt or severity changed. */
  updated: (ScannedMatch & { id: string; regraded: boolean })[];
  /** Vanished matches: decided ones are kept as `gone` for the record, others are deleted. */
  gone: string[];
  deleted: string[];
};

const stateAfter = { clear: 'cleared', block: 'confirmed', mask: 'masked' } as const;

/** The changes that turn the stored matches into the found ones; repeating a scan yields none. */
export function diffMatches(
  stored: readonly StoredMatch[],
  wanted: readonly ScannedMatch[],
  decisions: readonly LiveDecision[],
): MatchChanges {
  const changes: MatchChanges = { inserted: [], revived: [], updated: [], gone: [], deleted: [] };
  const left = new Map(stored.map((match) => [keyOf(match), match]));
  const found = wanted.map((match) => ({ match, known: left.get(keyOf(match)) }));
  for (const match of wanted) left.delete(keyOf(match));
  const judge = judgeBy(decisions, [...left.values()]);
  for (const { match, known } of found) {
    if (!known) changes.inserted.push({ ...match, ...judge(match) });
    else if (known.state === 'gone') changes.revived.push({ ...match, ...judge(match, known), id: known.id });
    else if (!isSame(known, match)) {
      changes.updated.push({ ...match, id: known.id, regraded: known.severity !== match.severity });
    }
  }
  for (const match of left.values()) {
    if (match.state === 'gone') continue;
    const isDecided = match.state !== 'open' || match.decisionId !== null;
    (isDecided ? changes.gone : changes.deleted).push(match.id);
  }
  return changes;
}

/**
 * A decision holds for the same text. In a changed text matches start open, except that a masked word stays masked
 * within the same source.
 */
function judgeBy(decisions: readonly LiveDecision[], vanished: readonly StoredMatch[]) {
  const verdicts = new Map(decisions.map((live) => [verdictKey(live), live]));
  const masks = new Map(decisions.filter(({ decision }) => decision === 'mask').map((live) => [live.id, live]));
  const covered = new Map(
    vanished.filter(({ state }) => state === 'masked').map((match) => [coverKey(match), match.decisionId]),
  );
  return (match: ScannedMatch, known?: StoredMatch): Judged => {
    const live = verdicts.get(verdictKey(match)) ?? masks.get(known?.decisionId ?? '');
    if (live) return { state: stateAfter[live.decision], decisionId: live.id };
    const inherited = covered.get(coverKey(match));
    return inherited === undefined ? { state: 'open', decisionId: null } : { state: 'masked', decisionId: inherited };
  };
}

function coverKey({ wordId, source }: Pick<ScannedMatch, 'wordId' | 'source'>): string {
  return `${wordId} ${source}`;
}

function keyOf(match: Pick<ScannedMatch, 'wordId' | 'source' | 'fingerprint' | 'occurrence'>): string {
  return `${matchKey(match)} ${match.occurrence}`;
}

function verdictKey({ wordId, fingerprint }: Pick<LiveDecision, 'wordId' | 'fingerprint'>): string {
  return `${wordId} ${fingerprint.toString('hex')}`;
}

const compared = [
  ...(['versionId', 'position', 'page', 'startMs', 'endMs', 'noteId', 'start', 'end'] as const),
  ...(['excerpt', 'markStart', 'markEnd', 'pass', 'severity', 'likelyFalse'] as const),
];

function isSame(known: StoredMatch, match: ScannedMatch): boolean {
  return (
    compared.every((name) => known[name] === match[name]) &&
    isSameList(known.disguises, match.disguises) &&
    isSameBox(known.box, match.box)
  );
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, at) => value === right[at]);
}

/** The database stores boxes in single precision. */
function isSameBox(left: ScannedMatch['box'], right: ScannedMatch['box']): boolean {
  if (!left || !right) return left === right;
  return left.every((value, at) => Math.fround(value) === Math.fround(right[at] ?? Number.NaN));
}

type StoredMatch = Omit<FoundMatch, 'source' | 'box'> & {
  id: string;
  versionId: string | null;
  source: ScanSource;
  box: Box | null;
  severity: Severity;
  state: HitState;
  decisionId: string | null;
};

/** A match as the scan found it, with the severity of its word. */
type ScannedMatch = FoundMatch & { severity: Severity; versionId: string | null };

/** A decision on a word in a text that is still in force. */
type LiveDecision = { id: string; wordId: string; fingerprint: Buffer; decision: 'clear' | 'block' | 'mask' };
