import { mayOpenPath } from '@lectern/contract/access.ts';
import type { OutputOf } from '@lectern/contract/endpoint.ts';
import {
  type ResourceSummary,
  type SummaryChange,
  type SummaryVersion,
  type SummaryView,
  summaryDetail,
} from '@lectern/contract/features/summary.ts';
import type { diffSummaries as diffEndpoint } from '@lectern/contract/features/summary-change.ts';
import type { listEvidence } from '@lectern/contract/features/summary-draft.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type FindHidden, findMaskedText, type HiddenText } from '../review/public.ts';
import { diffSummaries } from './diff-summaries.ts';
import { movesOf, summaryScope } from './summary.policy.ts';
import { coverContent, isCovered, presentFull, presentVersion } from './summary.presenter.ts';
import { presentSummary, type SummaryRecord, summaryColumns, summaryJoins } from './summary-list.source.ts';
import { type FullVersion, findVersion, listVersions, type VersionRecord } from './summary-version.repository.ts';

type Dependencies = {
  db: Db;
  /** Throws if this person may not read it. */
  requireReadable(db: Executor, principal: Principal, resourceId: string): Promise<unknown>;
  /** The text hidden from this person by masks. */
  hidden: FindHidden;
};
type Row = SummaryRecord & { duration_seconds: number | null };

/** Summaries as people see them. */
export class SummaryViewService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get(principal: Principal, id: string): Promise<SummaryView> {
    const row = await this.#find(principal, id);
    const [current, hidden] = await Promise.all([
      findVersion(this.#dependencies.db, id, 'current'),
      this.#hidden(principal, id),
    ]);
    return {
      ...presentSummary(row),
      // People who see redacted text can't edit, because saving would overwrite the original words.
      moves: movesOf(principal, row).filter((move) => move !== 'edit' || !hides(hidden, current)),
      durationSeconds: row.duration_seconds,
      outOfDate: current?.stale ? await findChangeSince(this.#dependencies.db, current) : null,
      current: current ? presentFull(current, hidden) : null,
    };
  }

  async ofResource({ principal }: SignedInContext, id: string): Promise<ResourceSummary> {
    const { db } = this.#dependencies;
    await this.#dependencies.requireReadable(db, principal, id);
    const [published, hidden, row] = await Promise.all([
      findVersion(db, id, 'published'),
      this.#hidden(principal, id),
      findRow(db, principal, id),
    ]);
    return {
      published: published ? presentFull(published, hidden) : null,
      state: row?.state ?? (published ? 'published' : 'none'),
      mayOpen: row !== undefined && mayOpenPath(principal, '/app/handle/ai'),
    };
  }

  async evidence({ principal }: SignedInContext, id: string, places: readonly string[]) {
    await this.#dependencies.requireReadable(this.#dependencies.db, principal, id);
    return findEvidence(this.#dependencies.db, id, places);
  }

  /** Throws if parts are redacted for this person. */
  async requireUncovered(db: Executor, principal: Principal, id: string): Promise<void> {
    const hidden = await this.#hidden(principal, id, db);
    if (hides(hidden, await findVersion(db, id, 'current'))) throw new AppError('coveredForYou');
  }

  async listVersions({ principal }: SignedInContext, id: string): Promise<SummaryVersion[]> {
    await this.#find(principal, id);
    return (await listVersions(this.#dependencies.db, id)).map(presentVersion);
  }

  async getVersion({ principal }: SignedInContext, id: string, number: number) {
    await this.#find(principal, id);
    const found = await findVersion(this.#dependencies.db, id, { number });
    if (!found) throw new AppError('notFound');
    return presentFull(found, await this.#hidden(principal, id));
  }

  async diff(
    { principal }: SignedInContext,
    id: string,
    numbers: { from: number; to: number },
  ): Promise<OutputOf<typeof diffEndpoint>> {
    await this.#find(principal, id);
    const [from, to, hidden] = await Promise.all([
      findVersion(this.#dependencies.db, id, { number: numbers.from }),
      findVersion(this.#dependencies.db, id, { number: numbers.to }),
      this.#hidden(principal, id),
    ]);
    if (!from || !to) throw new AppError('notFound');
    const parts = diffSummaries(coverContent(from.content, hidden), coverContent(to.content, hidden));
    return { from: presentVersion(from), to: presentVersion(to), ...parts };
  }

  async #find(principal: Principal, id: string): Promise<Row> {
    const row = await findRow(this.#dependencies.db, principal, id);
    if (!row) throw new AppError('notFound');
    return row;
  }

  #hidden(principal: Principal, resourceId: string, db: Executor = this.#dependencies.db): Promise<HiddenText> {
    return this.#dependencies.hidden(db, principal, { resourceId, source: 'summary' });
  }
}

function hides(hidden: HiddenText, current: FullVersion | undefined): boolean {
  return hidden.whole || (current !== undefined && isCovered(current.content, hidden));
}

async function findRow(db: Executor, principal: Principal, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${summaryColumns}, resources.duration_seconds from resource_summaries ${summaryJoins}
    where resource_summaries.resource_id = ${id} and ${summaryScope(principal)}`.execute(db);
  return rows[0];
}

type Evidence = OutputOf<typeof listEvidence>;

/** The text at places such as `speech.12`, with masked words redacted. */
async function findEvidence(db: Executor, resourceId: string, places: readonly string[]): Promise<Evidence> {
  const wanted = places.map((place) => {
    const [source = '', position = ''] = place.split('.');
    return { source, position: Number(position) };
  });
  const { rows } = await sql<Evidence[number]>`
    select passages.source, passages.position,
      covered_text(passages.text, passages.resource_id, passages.source, passages.position) as text
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (source text, position integer)
      join passages on passages.resource_id = ${resourceId} and passages.source = wanted.source
        and passages.position = wanted.position
    order by passages.source, passages.position`.execute(db);
  return rows;
}

type Change = { source: SummaryChange['source']; at: Date; by: string | null };

/** What made a summary out of date: a newer file, or else the newest text created after the summary. */
async function findChangeSince(db: Executor, summary: VersionRecord): Promise<SummaryChange> {
  const { rows: files } = await sql<{ number: number; at: Date; by: string | null }>`
    select version.number, version.created_at as at, users.name as by
    from resources join resource_versions version on version.id = resources.version_id
      left join users on users.id = version.created_by
    where resources.id = ${summary.resource_id}`.execute(db);
  const file = files[0];
  const toVersion = file?.number ?? summary.version_number;
  const change: Change | undefined =
    file && toVersion !== summary.version_number
      ? { source: 'file', at: file.at, by: file.by }
      : await findNewestReading(db, summary);
  return {
    source: change?.source ?? 'unknown',
    at: change?.at.toISOString() ?? null,
    by: change?.by ?? null,
    fromVersion: summary.version_number,
    toVersion,
  };
}

async function findNewestReading(db: Executor, summary: VersionRecord): Promise<Change | undefined> {
  const { rows } = await sql<Change>`
    select readings.source, readings.created_at as at, users.name as by
    from readings left join users on users.id = readings.created_by
    where readings.resource_id = ${summary.resource_id} and readings.current
      and readings.source in ('document', 'ocr', 'speech') and readings.created_at > ${summary.created_at}
    order by readings.created_at desc limit 1`.execute(db);
  return rows[0];
}

/**
 * A summary as seen by the edit lock and the activity log. Has no revert, because all versions are kept and can be
 * adopted.
 */
export const summaryDetailSource: DetailSource = {
  detail: summaryDetail,
  async find(db, principal, id) {
    const row = await findRow(db, principal, id);
    return row && { version: row.version, mayEdit: movesOf(principal, row).includes('edit'), values: {} };
  },
  change: () => Promise.reject(new AppError('nothingToRevert')),
};

/** The published summary with masked words redacted, as readers see it. */
export async function findPublishedSummary(db: Db, resourceId: string) {
  const [published, hidden] = await Promise.all([
    findVersion(db, resourceId, 'published'),
    findMaskedText(db, { resourceId, source: 'summary' }),
  ]);
  if (!published) return undefined;
  const { language, stale: outOfDate } = published;
  return { language, outOfDate, content: coverContent(published.content, hidden) };
}
