import { officeEvent } from '@lectern/contract/features/office-event.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { newId } from '../../../platform/new-id.ts';
import { type JudgedEvent, judgeEvent, parseEvent, refuse } from './access-event.policy.ts';
import type { EventSender } from './access-event.repository.ts';
import type { AccessEventService, IntakeResult } from './access-event.service.ts';

type Dependencies = { db: Db; events: AccessEventService; readableResource(principal: Principal): Condition };
type Reader = Pick<SignedInContext, 'principal' | 'userAgent' | 'ip'>;

/** Stores views, plays and downloads by staff in the back office in the same form as events of sites. */
export class OfficeEventService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Accepts only readable resources, and one view per resource and visit, whatever event ids the browser generates. */
  async take(context: Reader, sent: readonly unknown[]): Promise<IntakeResult> {
    const now = Date.now();
    const judged = sent.map((each): JudgedEvent => {
      const parsed = parseEvent(officeEvent, each);
      return 'refused' in parsed ? parsed : judgeEvent({ ...parsed.event, ...clientOf(context) }, now);
    });
    const events = judged.flatMap((each) => ('event' in each ? [each.event] : []));
    const readable = await this.#listReadable(
      context.principal,
      events.map(({ resourceId }) => resourceId),
    );
    const viewed = await this.#listViewed(
      context.principal,
      events.map(({ visit }) => visit),
    );
    const accepted = judged.map((each): JudgedEvent => {
      if ('refused' in each) return each;
      const { id, action, resourceId = '', visit = '' } = each.event;
      if (!readable.has(resourceId)) return refuse(id, 'there is no such resource');
      if (action !== 'view') return each;
      const key = `${visit} ${resourceId}`;
      if (viewed.has(key) && viewed.get(key) !== id) return refuse(id, 'it was viewed in this visit before');
      viewed.set(key, id);
      return each;
    });
    return this.#dependencies.events.store(senderOf(context.principal), accepted);
  }

  /** Failing to record a download must not prevent it. */
  async noteDownloads(context: SignedInContext, resourceIds: readonly string[]): Promise<void> {
    if (context.principal.viewedBy) return;
    const at = new Date().toISOString();
    const judged = resourceIds.map((resourceId) => {
      const event = { id: newId(), at, action: 'download', resourceId, ...clientOf(context) };
      return judgeEvent(event, Date.parse(at));
    });
    try {
      await this.#dependencies.events.store(senderOf(context.principal), judged);
    } catch (error) {
      context.log.warn({ err: error }, 'could not record downloads');
    }
  }

  async #listReadable(principal: Principal, ids: readonly (string | undefined)[]): Promise<Set<string>> {
    const { db, readableResource } = this.#dependencies;
    const { rows } = await sql<{ id: string }>`select id from resources
      where id = any (${[...new Set(ids)]}::uuid[]) and ${readableResource(principal)}`.execute(db);
    return new Set(rows.map(({ id }) => id));
  }

  /** Event ids of earlier views in these visits, keyed by visit and resource. */
  async #listViewed({ userId }: Principal, visits: readonly (string | undefined)[]): Promise<Map<string, string>> {
    const { rows } = await sql<{ key: string; id: string }>`
      select visit || ' ' || resource_id as key, event_id as id from access_events
      where visit = any (${[...new Set(visits)]}::text[]) and user_id = ${userId} and action = 'view'
        and at > now() - interval '40 days'`.execute(this.#dependencies.db);
    return new Map(rows.map(({ key, id }) => [key, id]));
  }
}

function clientOf({ userAgent, ip }: Reader) {
  return { ...(userAgent && { userAgent: userAgent.slice(0, 400) }), ...(ip && { ip }) };
}

function senderOf({ userId, roleId }: Principal): EventSender {
  return { source: 'office', keyId: null, userId, role: String(roleId) as '1' | '2' | '3' | '4' };
}
