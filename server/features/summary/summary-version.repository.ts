import type { FallbackCause, RejectionReason, SummaryOrigin } from '@lectern/contract/features/summary.ts';
import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type VersionRecord = {
  id: string;
  resource_id: string;
  number: number;
  current: boolean;
  origin: SummaryOrigin;
  state: 'draft' | 'approved' | 'published' | 'rejected';
  stale: boolean;
  language: string | null;
  engine: string | null;
  model: string | null;
  fallback: FallbackCause | null;
  fallback_sentence: string | null;
  options: Record<string, unknown>;
  tokens_in: number;
  tokens_out: number;
  cost: number | null;
  sentences: number;
  supported: number;
  rejection_reason: RejectionReason | null;
  rejection_note: string | null;
  version_number: number;
  created_at: Date;
  created_by: string | null;
  created_by_name: string | null;
};
export type FullVersion = VersionRecord & { content: SummaryContent };

const columns = sql`summaries.id, summaries.resource_id, summaries.number, summaries.current, summaries.origin,
  summaries.state, summaries.source_sha256 <> source.hash as stale, summaries.language,
  summaries.engine, summaries.model, summaries.fallback, summaries.fallback_sentence, summaries.options,
  summaries.tokens_in, summaries.tokens_out, summaries.cost, summaries.sentences, summaries.supported,
  summaries.rejection_reason, summaries.rejection_note, version.number as version_number, summaries.created_at,
  summaries.created_by, maker.name as created_by_name`;
const joined = (resourceId: string) => sql`(select summary_source(${resourceId}) as hash) source
  cross join summaries join resource_versions version on version.id = summaries.version_id
  left join users maker on maker.id = summaries.created_by`;

const mostVersions = 200;

export async function listVersions(db: Executor, resourceId: string): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select ${columns} from ${joined(resourceId)} where summaries.resource_id = ${resourceId}
    order by summaries.number desc limit ${mostVersions}`.execute(db);
  return rows;
}

type Which = { number: number } | { id: string } | 'current' | 'published';

export async function findVersion(db: Executor, resourceId: string, which: Which): Promise<FullVersion | undefined> {
  const condition =
    which === 'current'
      ? sql`summaries.current`
      : which === 'published'
        ? sql`summaries.state = 'published'`
        : 'id' in which
          ? sql`summaries.id = ${which.id}`
          : sql`summaries.number = ${which.number}`;
  const { rows } = await sql<FullVersion>`
    select ${columns}, summaries.content from ${joined(resourceId)}
    where summaries.resource_id = ${resourceId} and ${condition}`.execute(db);
  return rows[0];
}

export type NewVersion = {
  id: string;
  resourceId: string;
  versionId: string;
  current: boolean;
  origin: SummaryOrigin;
  state: VersionRecord['state'];
  language: string | null;
  engine: string | null;
  model: string | null;
  fallback: { code: FallbackCause; sentence: string } | null;
  options: Record<string, unknown>;
  tokensIn: number;
  tokensOut: number;
  cost: number | null;
  content: SummaryContent;
  hash: Buffer;
  createdBy: string | null;
};

/** Returns the version number. The caller holds the lock on the resource. */
export async function insertVersion(transaction: Executor, made: NewVersion): Promise<number> {
  const { short } = made.content;
  const { rows } = await sql<{ number: number }>`
    insert into summaries (id, resource_id, version_id, number, current, origin, state, language, engine, model, fallback,
      fallback_sentence, options, tokens_in, tokens_out, cost, content, sentences, supported, source_sha256, created_by)
    values (${made.id}, ${made.resourceId}, ${made.versionId},
      (select coalesce(max(number), 0) + 1 from summaries where resource_id = ${made.resourceId}), ${made.current},
      ${made.origin}, ${made.state}, ${made.language}, ${made.engine}, ${made.model}, ${made.fallback?.code ?? null},
      ${made.fallback?.sentence ?? null}, ${JSON.stringify(made.options)}::jsonb, ${made.tokensIn}, ${made.tokensOut},
      ${made.cost}, ${JSON.stringify(made.content)}::jsonb, ${short.length},
      ${short.filter(({ supported }) => supported).length}, ${made.hash}, ${made.createdBy})
    returning number`.execute(transaction);
  return rows[0]?.number ?? 0;
}
