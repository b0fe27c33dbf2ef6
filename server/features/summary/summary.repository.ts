import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { SummaryState } from '@lectern/contract/features/summary.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newId } from '../../platform/new-id.ts';
import type { ResourceFollower } from '../resource/public.ts';
import { summaryScope } from './summary.policy.ts';

/** The columns that policies, Undo and notifications need. */
export type SummaryHead = {
  resource_id: string;
  title: string;
  kind: ResourceKind;
  owner_id: string;
  version_id: string | null;
  state: SummaryState;
  stale: boolean;
  summary_id: string | null;
  /** Number of the current version; null when there is none. */
  number: number | null;
  origin: string | null;
  evidence: number;
  offered: number | null;
  published: number | null;
  version: number;
};

const columns = sql`resource_summaries.resource_id, resources.title, resources.kind, resource_summaries.owner_id,
  resources.version_id, resource_summaries.state, resource_summaries.stale, resource_summaries.summary_id,
  (select number from summaries where summaries.id = resource_summaries.summary_id) as number,
  resource_summaries.origin, resource_summaries.evidence, resource_summaries.offered, resource_summaries.published,
  resource_summaries.version`;

/**
 * Locks the resource first, in the same order as everyone else, then the summary. Undefined if there is none or it is
 * out of scope.
 */
export async function lockHead(
  transaction: Executor,
  id: string,
  principal?: Principal,
): Promise<SummaryHead | undefined> {
  await sql`select from resources where id = ${id} for no key update`.execute(transaction);
  const scope = principal ? summaryScope(principal) : sql`true`;
  const { rows } = await sql<SummaryHead>`
    select ${columns} from resource_summaries join resources on resources.id = resource_summaries.resource_id
    where resource_summaries.resource_id = ${id} and ${scope} for update of resource_summaries`.execute(transaction);
  return rows[0];
}

/** Updates the row used by lists and locks from the versions; `by` is null for the machine. */
export async function refreshHead(transaction: Executor, resourceId: string, by: string | null): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with current as (select * from summaries where resource_id = ${resourceId} and current)
    update resource_summaries head set
      state = coalesce((select state from current), 'none'),
      summary_id = (select id from current),
      origin = (select origin from current),
      fallback = (select fallback from current),
      language = (select language from current),
      model = (select model from current),
      stale = coalesce((select source_sha256 <> summary_source(${resourceId}) from current), false),
      evidence = coalesce((select supported * 100 / nullif(sentences, 0) from current), -1),
      offered = (select max(number) from summaries where resource_id = ${resourceId} and origin <> 'edited'
        and state = 'draft' and number > coalesce((select number from current), 0)),
      published = (select number from summaries where resource_id = ${resourceId} and state = 'published'),
      changed_at = now(), changed_by = ${by}, version = version + 1
    where resource_id = ${resourceId} returning version`.execute(transaction);
  return rows[0]?.version ?? 0;
}

/** Rejects pending machine drafts that a person passed over. */
export async function declineOffers(
  transaction: Executor,
  resourceId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  await sql`
    update summaries set state = 'rejected' where resource_id = ${resourceId} and origin <> 'edited' and state = 'draft'
      and not current and number > ${after} and number <= ${upTo}`.execute(transaction);
}

/** True if there were any; the current version is unset if it was one of them. */
export async function rejectMachineDrafts(transaction: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    update summaries set state = 'rejected', current = false
    where resource_id = ${resourceId} and origin <> 'edited' and state = 'draft' returning id`.execute(transaction);
  return rows.length > 0;
}

/** For resources that predate summaries or whose steps were not planned yet. */
export async function insertHead(transaction: Executor, resourceId: string): Promise<void> {
  await sql`
    insert into resource_summaries (resource_id, resource_kind, department_id, owner_id, live)
    select id, kind, department_id, owner_id, state not in ('trashed', 'purged') from resources where id = ${resourceId}
    on conflict (resource_id) do nothing`.execute(transaction);
}

type Changed = { state?: string; current?: boolean; rejection_reason?: string | null; rejection_note?: string | null };

export async function updateSummary(transaction: Executor, id: string, changed: Changed): Promise<void> {
  const sets: RawBuilder<unknown>[] = Object.entries(changed).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (sets.length > 0) await sql`update summaries set ${sql.join(sets)} where id = ${id}`.execute(transaction);
}

export async function makeCurrent(transaction: Executor, resourceId: string, id: string | null): Promise<void> {
  await sql`update summaries set current = false where resource_id = ${resourceId} and current`.execute(transaction);
  if (id) await sql`update summaries set current = true where id = ${id}`.execute(transaction);
}

/** The published version becomes approved again. */
export async function withdrawPublished(transaction: Executor, resourceId: string): Promise<void> {
  await sql`update summaries set state = 'approved' where resource_id = ${resourceId} and state = 'published'`.execute(
    transaction,
  );
}

/** Returns a published machine summary to approved when its resource has no text left; true if there was one. */
export async function withdrawUnedited(transaction: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    update summaries set state = 'approved'
    where resource_id = ${resourceId} and origin <> 'edited' and state = 'published' and not exists (
      select from passages where resource_id = ${resourceId} and source in ('document', 'ocr', 'speech'))
    returning id`.execute(transaction);
  return rows.length > 0;
}

/** The states an action may change, for Undo. */
export async function listStates(db: Executor, resourceId: string): Promise<{ id: string; state: string }[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from summaries where resource_id = ${resourceId} and (current or state = 'published')`.execute(db);
  return rows;
}

/** Copies the current version as a draft when the same file becomes another resource. */
export async function copySummary(transaction: Executor, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await sql<{ resource_id: string }>`
    insert into summaries (id, resource_id, version_id, number, current, origin, state, language, engine, model, fallback,
      fallback_sentence, options, content, sentences, supported, source_sha256, created_by)
    select ${newId()}, target.resource_id, target.id, 1, true, summaries.origin, 'draft', summaries.language,
      summaries.engine, summaries.model, summaries.fallback, summaries.fallback_sentence, summaries.options,
      summaries.content, summaries.sentences, summaries.supported, summaries.source_sha256, summaries.created_by
    from summaries join resource_versions target on target.id = ${to}
    where summaries.version_id = ${from} and summaries.current
      and not exists (select from summaries own where own.resource_id = target.resource_id)
    returning resource_id`.execute(transaction);
  const [copied] = rows;
  if (!copied) return;
  await insertHead(transaction, copied.resource_id);
  await refreshHead(transaction, copied.resource_id, null);
}

/** Call it after the source text changes. */
export async function judgeSummary(transaction: Executor, resourceId: string): Promise<void> {
  await sql`select judge_summary(${resourceId})`.execute(transaction);
}

/** Keeps the list row's scope in step with the resource, and deletes summaries with it. */
export const summaryFollower: ResourceFollower = {
  aspects: ['department_id', 'owner_id', 'live'],
  async changed(transaction, ids) {
    await sql`
      update resource_summaries head set department_id = resources.department_id, owner_id = resources.owner_id,
        live = resources.state not in ('trashed', 'purged')
      from resources where resources.id = head.resource_id and resources.id = any (${ids}::uuid[])`.execute(
      transaction,
    );
  },
  async forget(transaction, ids) {
    await sql`delete from resource_summaries where resource_id = any (${ids}::uuid[])`.execute(transaction);
    await sql`delete from summaries where resource_id = any (${ids}::uuid[])`.execute(transaction);
  },
};
