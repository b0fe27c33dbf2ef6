import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type { getHitText, listHits, ReviewView } from '@lectern/contract/features/review.ts';
import type { listDecisions, listMasks } from '@lectern/contract/features/review-decision.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { stands } from './decision/decision.repository.ts';
import { listReports } from './report.repository.ts';
import { movesOf } from './review.policy.ts';
import { countMatches } from './review.repository.ts';
import { presentReview } from './review-record.ts';
import {
  findMatch,
  findReviewView,
  hasLikelyFalse,
  listDecisionsOf,
  listDecisionsOn,
  listFoundWords,
  listMarks,
  listMaskRows,
  listMatchesById,
  listMatchRows,
  listTextsAround,
  type MatchRecord,
  placeOf,
  presentDecision,
  presentMatch,
  type ReviewViewRecord,
} from './review-view.repository.ts';

type Named = { id: string; hitId: string };
type Page<Row> = { rows: Row[]; more: boolean };

export class ReviewViewService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async get(principal: Principal, id: string, db: Executor = this.#db): Promise<ReviewView> {
    const record = await this.#require(principal, id, db);
    const [counts, words, reports] = [
      await countMatches(db, id),
      await listFoundWords(db, id),
      await listReports(db, id),
    ];
    return {
      ...presentReview(record),
      moves: movesOf({ ...record, kind: record.resource_kind }, counts, principal),
      words,
      revealed: record.revealed,
      masks: record.masks,
      reports: reports.map((report) => ({
        id: report.id,
        reason: report.reason,
        note: report.note,
        page: report.page,
        positionMs: report.position_ms,
        site: report.site,
        at: report.created_at.toISOString(),
        settledAt: report.settled_at?.toISOString() ?? null,
      })),
    };
  }

  async listHits(
    { principal }: SignedInContext,
    id: string,
    wanted: QueryOf<typeof listHits>,
  ): Promise<OutputOf<typeof listHits>> {
    await this.#require(principal, id);
    return pageOf(await listMatchRows(this.#db, id, wanted), wanted.size, presentMatch);
  }

  async matchesOf(db: Executor, id: string, ids: readonly string[]) {
    return (await listMatchesById(db, id, ids)).map(presentMatch);
  }

  /** The passage of a match with its neighbours and all other matches in it. */
  async getText({ principal }: SignedInContext, named: Named): Promise<OutputOf<typeof getHitText>> {
    const match = await this.requireMatch(principal, named);
    const [around, marks] = await Promise.all([
      listTextsAround(this.#db, named.id, match),
      listMarks(this.#db, named.id, match),
    ]);
    const textAt = (position: number) => around.find((passage) => passage.position === position)?.text ?? null;
    const text = textAt(match.position);
    if (text === null || match.state === 'gone' || !stands({ ...match, text })) return staleText(match);
    const standing = marks.filter((mark) => stands({ ...match, ...mark, text }));
    return {
      place: placeOf(match),
      text,
      marks: standing.map(({ id, start_offset: start, end_offset: end }) => ({ hitId: id, start, end })),
      before: textAt(match.position - 1) ?? '',
      after: textAt(match.position + 1) ?? '',
      stale: false,
    };
  }

  async requireMatch(principal: Principal, named: Named): Promise<MatchRecord & { fingerprint: string }> {
    await this.#require(principal, named.id);
    const match = await findMatch(this.#db, named);
    if (!match) throw new AppError('notFound');
    return match;
  }

  /** Requires a review in this person's data scope and, if `isThere`, an open likely-false match of the word in it. */
  async requireLikelyFalse(
    principal: Principal,
    { id, wordId }: { id: string; wordId: string },
    isThere: boolean,
  ): Promise<void> {
    await this.#require(principal, id);
    if (isThere && !(await hasLikelyFalse(this.#db, id, wordId))) throw new AppError('notFound');
  }

  async listDecisions(
    { principal }: SignedInContext,
    id: string,
    wanted: QueryOf<typeof listDecisions>,
  ): Promise<OutputOf<typeof listDecisions>> {
    await this.#require(principal, id);
    return pageOf(await listDecisionsOf(this.#db, principal, id, wanted), wanted.size, presentDecision);
  }

  async listWordDecisions(
    { principal }: SignedInContext,
    wordId: string,
    wanted: QueryOf<typeof listDecisions>,
  ): Promise<OutputOf<typeof listDecisions>> {
    return pageOf(await listDecisionsOn(this.#db, principal, wordId, wanted), wanted.size, presentDecision);
  }

  async listMasks({ principal }: SignedInContext, id: string): Promise<OutputOf<typeof listMasks>> {
    await this.#require(principal, id);
    const rows = await listMaskRows(this.#db, id);
    return rows.map((row) => ({
      hitId: row.hit_id,
      place: placeOf(row),
      start: row.start_offset,
      end: row.end_offset,
    }));
  }

  async #require(principal: Principal, id: string, db: Executor = this.#db): Promise<ReviewViewRecord> {
    const record = await findReviewView(db, principal, id);
    if (!record) throw new AppError('notFound');
    return record;
  }
}

/** The text is gone, so this shows the excerpt saved with the match. */
function staleText(match: MatchRecord): OutputOf<typeof getHitText> {
  const { id: hitId, excerpt: text, mark_start: start, mark_end: end } = match;
  return { place: placeOf(match), text, marks: [{ hitId, start, end }], before: '', after: '', stale: true };
}

function pageOf<Record, Row>(records: readonly Record[], size: number, present: (record: Record) => Row): Page<Row> {
  return { rows: records.slice(0, size).map(present), more: records.length > size };
}
