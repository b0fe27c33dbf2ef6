import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { sql } from 'kysely';
import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import { deletePassages, insertSummaryPassages } from '../passage/public.ts';
import { requireMove, requireUpToDate } from './summary.policy.ts';
import {
  declineOffers,
  lockHead,
  makeCurrent,
  refreshHead,
  rejectMachineDrafts,
  type SummaryHead,
  updateSummary,
  withdrawPublished,
  withdrawUnedited,
} from './summary.repository.ts';
import { findVersion, insertVersion, type NewVersion } from './summary-version.repository.ts';

type SummaryStep = { action: string; after?: Record<string, unknown> };
export type Acceptance = { acceptOutOfDate: boolean };
/** What Undo restores: the current version and the states the action changed. */
export type SummaryBefore = { currentId: string | null; states: { id: string; state: string }[] };

/** Locks summaries and changes them, recording activities and notifying people. */
export class SummaryChangeService {
  readonly #announcer: SummaryAnnouncer;

  constructor(announcer: SummaryAnnouncer) {
    this.#announcer = announcer;
  }

  /** Locks a summary in this person's data scope and its resource; throws if it changed since the given version. */
  async take(
    transaction: Executor,
    { principal }: SignedInContext,
    wanted: { id: string; version?: number; summaryId?: string | null },
  ): Promise<SummaryHead> {
    const head = await lockHead(transaction, wanted.id, principal);
    if (!head) throw new AppError('notFound');
    if (wanted.version !== undefined && wanted.version !== head.version) throw new AppError('changedMeanwhile');
    if (wanted.summaryId !== undefined && wanted.summaryId !== head.summary_id) throw new AppError('changedMeanwhile');
    return head;
  }

  async approve(
    transaction: Executor,
    context: SignedInContext,
    head: SummaryHead,
    { acceptOutOfDate }: Acceptance,
  ): Promise<SummaryHead> {
    const id = this.#current(context, head, 'approve');
    requireUpToDate(head, acceptOutOfDate);
    await updateSummary(transaction, id, { state: 'approved', rejection_reason: null, rejection_note: null });
    return this.write(transaction, context, head, { action: 'summary.approved', ...noteOf(head) });
  }

  async publish(
    transaction: Executor,
    context: SignedInContext,
    head: SummaryHead,
    { acceptOutOfDate }: Acceptance,
  ): Promise<SummaryHead> {
    const id = this.#current(context, head, 'publish');
    requireUpToDate(head, acceptOutOfDate);
    await withdrawPublished(transaction, head.resource_id);
    await updateSummary(transaction, id, { state: 'published' });
    await writePassages(transaction, head.resource_id);
    const written = await this.write(transaction, context, head, { action: 'summary.published', ...noteOf(head) });
    await this.#announcer.tellOwner(transaction, context, written, 'summaryPublished');
    return written;
  }

  async unpublish(transaction: Executor, context: SignedInContext, head: SummaryHead): Promise<SummaryHead> {
    requireMove(context.principal, head, 'unpublish');
    await withdrawPublished(transaction, head.resource_id);
    await writePassages(transaction, head.resource_id);
    return this.write(transaction, context, head, { action: 'summary.unpublished' });
  }

  async reject(
    transaction: Executor,
    context: SignedInContext,
    head: SummaryHead,
    { reason, note }: { reason: string; note: string },
  ): Promise<SummaryHead> {
    const id = this.#current(context, head, 'reject');
    await updateSummary(transaction, id, { state: 'rejected', rejection_reason: reason, rejection_note: note });
    return this.write(transaction, context, head, { action: 'summary.rejected', after: { reason, note } });
  }

  async reopen(transaction: Executor, context: SignedInContext, head: SummaryHead): Promise<SummaryHead> {
    const id = this.#current(context, head, 'reopen');
    await updateSummary(transaction, id, { state: 'draft', rejection_reason: null, rejection_note: null });
    return this.write(transaction, context, head, { action: 'summary.reopened' });
  }

  /** Makes another version current; a rejected one becomes a draft again. */
  async adopt(
    transaction: Executor,
    context: SignedInContext,
    head: SummaryHead,
    other: { id: string; number: number; state: string },
  ): Promise<SummaryHead> {
    requireMove(context.principal, head, 'edit');
    if (other.id === head.summary_id) throw new AppError('illegalMove');
    await makeCurrent(transaction, head.resource_id, other.id);
    if (other.state === 'rejected') await updateSummary(transaction, other.id, { state: 'draft' });
    return this.write(transaction, context, head, { action: 'summary.adopted', after: { number: other.number } });
  }

  /** Rejects pending machine drafts up to this one; they are no longer offered but stay in the version list. */
  async decline(
    transaction: Executor,
    context: SignedInContext,
    head: SummaryHead,
    other: { number: number },
  ): Promise<SummaryHead> {
    requireMove(context.principal, head, 'edit');
    if (head.offered === null || other.number > head.offered) throw new AppError('illegalMove');
    await declineOffers(transaction, head.resource_id, { after: head.number ?? 0, upTo: other.number });
    return this.write(transaction, context, head, { action: 'summary.declined', after: { declined: other.number } });
  }

  /** Adds a version by a person, or by the machine when `context` is null. */
  async add(
    transaction: Executor,
    context: SignedInContext | null,
    head: SummaryHead,
    made: NewVersion,
  ): Promise<SummaryHead> {
    if (made.current) await makeCurrent(transaction, head.resource_id, null);
    const number = await insertVersion(transaction, made);
    const action = context ? 'summary.edited' : 'summary.made';
    const after = { number, origin: made.origin, ...(made.fallback && { fallback: made.fallback.code }) };
    return this.write(transaction, context, head, { action, after });
  }

  /** Rejects the machine's drafts; they stay in the version list. */
  async withdrawDrafts(transaction: Executor, head: SummaryHead): Promise<void> {
    if (await rejectMachineDrafts(transaction, head.resource_id)) {
      await this.write(transaction, null, head, { action: 'summary.withdrawn' });
    }
  }

  /** Unpublishes an unedited summary when its resource has no text left. */
  async retract(transaction: Executor, resourceId: string): Promise<void> {
    const head = await lockHead(transaction, resourceId);
    if (!head || !(await withdrawUnedited(transaction, resourceId))) return;
    await writePassages(transaction, resourceId);
    await this.write(transaction, null, head, { action: 'summary.retracted' });
  }

  /** Undo refuses to publish a version that is out of date by now. */
  async restore(
    transaction: Executor,
    context: SignedInContext,
    head: SummaryHead,
    before: SummaryBefore,
  ): Promise<SummaryHead> {
    for (const { id, state } of before.states) {
      if (state === 'published' && (await findVersion(transaction, head.resource_id, { id }))?.stale) {
        throw new AppError('summaryOutOfDate');
      }
    }
    const [published, others] = [
      before.states.filter(({ state }) => state === 'published'),
      before.states.filter(({ state }) => state !== 'published'),
    ];
    // Restores published states last, because only one version may be published at a time.
    for (const { id, state } of [...others, ...published]) await updateSummary(transaction, id, { state });
    await makeCurrent(transaction, head.resource_id, before.currentId);
    await writePassages(transaction, head.resource_id);
    return this.write(transaction, context, head, { action: 'summary.undone' });
  }

  async write(
    transaction: Executor,
    context: SignedInContext | null,
    head: SummaryHead,
    step: SummaryStep,
  ): Promise<SummaryHead> {
    const id = head.resource_id;
    await refreshHead(transaction, id, context?.principal.userId ?? null);
    const written = await lockHead(transaction, id);
    if (!written) throw new AppError('notFound');
    const change = {
      ...{ action: step.action, objectType: 'summary', objectId: id },
      before: { state: head.state, number: head.number },
      after: { state: written.state, number: written.number, ...step.after },
    };
    if (context) await recordActivity(transaction, context, change);
    else await insertActivity(transaction, { ...change, actorId: null, ip: null, requestId: null });
    await this.#announcer.changed(transaction, id);
    return written;
  }

  #current({ principal }: SignedInContext, head: SummaryHead, move: Parameters<typeof requireMove>[2]): string {
    requireMove(principal, head, move);
    if (!head.summary_id) throw new AppError('illegalMove');
    return head.summary_id;
  }
}

/** Records in the activity that an out-of-date summary was accepted knowingly. */
function noteOf({ stale }: SummaryHead): Pick<SummaryStep, 'after'> {
  return stale ? { after: { outOfDate: true } } : {};
}

/** Only published summaries are searchable and scanned. */
export async function writePassages(transaction: Executor, resourceId: string): Promise<void> {
  await deletePassages(transaction, { resourceId, source: 'summary' });
  await insertSummaryPassages(
    transaction,
    resourceId,
    sql`select line.position, summaries.language, line.text
      from summaries cross join lateral (
        select sentence.place as position, sentence.value ->> 'text' as text
        from jsonb_array_elements(content -> 'short') with ordinality sentence (value, place)
        union all
        select 1000 + question.place, question.value
        from jsonb_array_elements_text(content -> 'questions') with ordinality question (value, place)
        union all
        select 2000, (select string_agg(word, ', ') from jsonb_array_elements_text(content -> 'keywords') word)
      ) line
      where summaries.resource_id = ${resourceId} and summaries.state = 'published' and line.text <> ''`,
  );
}

type Dependencies = { publisher: EventPublisher; notifications: NotificationService };

/** Publishes summary changes to open windows, and notifies owners when others publish theirs. */
export class SummaryAnnouncer {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async changed(transaction: Executor, resourceId: string): Promise<void> {
    await this.#dependencies.publisher.publish(transaction, null, { topic: 'summary', resourceId });
  }

  async tellOwner(
    transaction: Executor,
    { principal, requestId }: SignedInContext,
    head: SummaryHead,
    kind: NotificationKind,
  ): Promise<void> {
    if (head.owner_id === principal.userId) return;
    await this.#dependencies.notifications.notify(transaction, {
      userId: head.owner_id,
      kind,
      params: { title: head.title, person: principal.name },
      link: `/app/handle/ai?id=${head.resource_id}`,
      group: `${kind}:${requestId}`,
    });
  }
}
