import { editPath } from '@lectern/contract/features/review.ts';
import type { ItemType } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import { isInPublishedText } from '../publication/public.ts';
import type { GateMove, ResourceGateService } from '../resource/public.ts';
import type { ReviewedScans } from './review.repository.ts';

/** Null for an automatic scan. */
type Doer = SignedInContext | null;
type LockedItem = { id: string; type: ItemType; title: string; owner_id: string | null; withheld: boolean };
type Dependencies = {
  resources: ResourceGateService;
  scans: Pick<ReviewedScans, 'withhold'>;
  notifications: Pick<NotificationService, 'notify'>;
};

const withheldBefore = { state: 'published', before: { state: 'blocked' } } as const;
const shownBefore = { state: 'blocked', before: { state: 'published' } } as const;

/**
 * Hides content from visitors. A resource becomes `blocked`; any other item is withheld, whatever its own state, and
 * counts as blocked in its review.
 */
export class PublicationGate {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Matches only in a draft hide nothing; what a reader reported is public by definition. */
  async block(
    transaction: Executor,
    doer: Doer,
    id: string,
    reason: string,
    { isReported = false }: { isReported?: boolean } = {},
  ): Promise<GateMove> {
    const item = await lockItem(transaction, id);
    if (!item) return this.#dependencies.resources.block(transaction, doer, id, reason);
    if (item.withheld || (!isReported && (await isOnlyInDraft(transaction, id)))) return undefined;
    await this.#write(transaction, doer, item, { withheld: true, reason });
    await this.#tell(transaction, doer, item, { kind: 'resourceBlocked' });
    return shownBefore;
  }

  /** Called once two people have agreed. */
  async unblock(transaction: Executor, doer: Doer, id: string): Promise<GateMove> {
    const item = await lockItem(transaction, id);
    if (!item) return this.#dependencies.resources.unblock(transaction, doer, id);
    if (!item.withheld) return undefined;
    await this.#write(transaction, doer, item, { withheld: false });
    await this.#tell(transaction, doer, item, { kind: 'resourceUnblocked' });
    return withheldBefore;
  }

  /** An item other than a resource keeps its state; its owner is asked to change it. */
  async giveBack(transaction: Executor, doer: Doer, id: string, reason: string): Promise<GateMove> {
    const item = await lockItem(transaction, id);
    if (!item) return this.#dependencies.resources.giveBack(transaction, doer, id, reason);
    await this.#tell(transaction, doer, item, { kind: 'resourceReturned', reason });
    return undefined;
  }

  async putBack(transaction: Executor, doer: Doer, id: string, undone: NonNullable<GateMove>): Promise<boolean> {
    const item = await lockItem(transaction, id);
    if (!item) return this.#dependencies.resources.putBack(transaction, doer, id, undone);
    if (item.withheld !== (undone.state === 'blocked')) return false;
    await this.#write(transaction, doer, item, { withheld: !item.withheld });
    return true;
  }

  /**
   * Called after a scan that withheld nothing: shows the item again once its published text is fixed. If it still
   * contains matches of severity *block* cleared by one person, a second person has to approve.
   */
  async releaseFixed(transaction: Executor, id: string): Promise<void> {
    const item = await lockItem(transaction, id);
    if (!item?.withheld) return;
    const { rows } = await sql`
      select from sensitive_hits hit left join sensitive_decisions verdict on verdict.id = hit.decision_id
      where hit.resource_id = ${id} and ${isInPublishedText} and (hit.state = 'confirmed' or (hit.state = 'open' and hit.severity = 'block')
        or (hit.state = 'cleared' and hit.severity = 'block' and not exists (
          select from sensitive_decisions agreed where agreed.resource_id = ${id}
            and agreed.decision = 'confirmUnblock' and agreed.at >= verdict.at))) limit 1`.execute(transaction);
    if (rows.length > 0) return;
    await this.#write(transaction, null, item, { withheld: false });
    await this.#tell(transaction, null, item, { kind: 'resourceUnblocked' });
  }

  async #write(
    transaction: Executor,
    doer: Doer,
    item: LockedItem,
    { withheld, reason }: { withheld: boolean; reason?: string },
  ): Promise<void> {
    const { id, type } = item;
    await this.#dependencies.scans.withhold(transaction, item, withheld);
    const change = {
      action: `${type}.${withheld ? 'withheld' : 'shownAgain'}`,
      ...{ objectType: type, objectId: id },
      ...(reason && { after: { reason } }),
    };
    if (doer) await recordActivity(transaction, doer, change);
    else await insertActivity(transaction, { ...change, actorId: null, ip: null, requestId: null });
  }

  async #tell(
    transaction: Executor,
    doer: Doer,
    { id, type, title, owner_id: userId }: LockedItem,
    notice: { kind: 'resourceBlocked' | 'resourceUnblocked' | 'resourceReturned'; reason?: string },
  ): Promise<void> {
    if (!userId || doer?.principal.userId === userId) return;
    await this.#dependencies.notifications.notify(transaction, {
      userId,
      kind: notice.kind,
      params: { title, ...(notice.reason && { reason: notice.reason }) },
      link: editPath({ id, kind: type }),
      ...(doer && { group: `${notice.kind}:${doer.requestId}` }),
    });
  }
}

async function lockItem(transaction: Executor, id: string): Promise<LockedItem | undefined> {
  const { rows } = await sql<LockedItem>`
    select id, type, title, owner_id, withheld from sensitive_items where id = ${id} for no key update`.execute(
    transaction,
  );
  return rows[0];
}

async function isOnlyInDraft(transaction: Executor, id: string): Promise<boolean> {
  const { rows } = await sql<{ published: boolean }>`
    select bool_or(${isInPublishedText}) as published from sensitive_hits hit
    where hit.resource_id = ${id} and (hit.state = 'confirmed' or (hit.state = 'open' and hit.severity = 'block'))
    having count(*) > 0`.execute(transaction);
  return rows[0]?.published === false;
}
