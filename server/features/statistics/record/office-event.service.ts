import { officeEvent } from '@lectern/contract/features/office-event.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { newId } from '../../../platform/new-id.ts';
import { type Judged, judgeEvent } from './access-event.policy.ts';
import type { EventSender } from './access-event.repository.ts';
import type { AccessEventService, TakenAnswer } from './access-event.service.ts';

type Dependencies = { db: Db; events: AccessEventService; readableResource(principal: Principal): Condition };
type Reader = Pick<SignedInContext, 'principal' | 'userAgent' | 'ip'>;

/** What staff look at, play and download here, as events like those of sites. */
export class OfficeEventService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Only of what the person may read; a resource is viewed once in a visit, whatever ids the browser makes. */
  async take(context: Reader, sent: readonly unknown[]): Promise<TakenAnswer> {
    const now = Date.now();
    const judged = sent.map((event) => this.#judge(context, event, now));
    const named = judged.flatMap((each) => ('event' in each && each.event.resourceId ? [each.event.resourceId] : []));
    const readable = await this.#readable(context.principal, [...new Set(named)]);
    const viewed = await this.#viewed(context.principal, judged);
    const kept = judged.map((each): Judged => {
      if ('refused' in each) return each;
      const { id, action, resourceId = '', visit = '' } = each.event;
      if (!readable.has(resourceId)) return refused(id, 'there is no such resource');
      const key = `${visit} ${resourceId}`;
      if (action !== 'view') return each;
      if (viewed.has(key) && viewed.get(key) !== id) return refused(id, 'it was viewed in this visit before');
      viewed.set(key, id);
      return each;
    });
    return this.#dependencies.events.store(senderOf(context.principal), kept);
  }

  /** Noted by the server itself when files go out; a file goes out whether it can be noted or not. */
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

  #judge(context: Reader, sent: unknown, now: number): Judged {
    const parsed = officeEvent.safeParse(sent);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const id = typeof sent === 'object' && sent !== null && 'id' in sent ? String(sent.id).slice(0, 100) : null;
      return refused(id, `${issue?.path.join('.') || 'event'}: ${issue?.message ?? 'it is not an event'}`);
    }
    if (!parsed.data.resourceId) return refused(parsed.data.id, 'it needs resourceId');
    return judgeEvent({ ...parsed.data, ...clientOf(context) }, now);
  }

  async #readable(principal: Principal, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const { rows } = await sql<{ id: string }>`select id from resources
      where id = any (${ids}::uuid[]) and ${this.#dependencies.readableResource(principal)}`.execute(
      this.#dependencies.db,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** What was viewed in the visits that are told of, by the id of its event. */
  async #viewed({ userId }: Principal, judged: readonly Judged[]): Promise<Map<string, string>> {
    const visits = new Set(judged.flatMap((each) => ('event' in each && each.event.visit ? [each.event.visit] : [])));
    if (visits.size === 0) return new Map();
    const { rows } = await sql<{ key: string; id: string }>`
      select visit || ' ' || resource_id as key, event_id as id from access_events
      where visit = any (${[...visits]}::text[]) and user_id = ${userId} and action = 'view'
        and at > now() - interval '40 days'`.execute(this.#dependencies.db);
    return new Map(rows.map(({ key, id }) => [key, id]));
  }
}

function refused(id: string | null, why: string): Judged {
  return { refused: { id, result: 'refused', why: why.slice(0, 200) } };
}

function clientOf({ userAgent, ip }: Reader) {
  return { ...(userAgent && { userAgent: userAgent.slice(0, 400) }), ...(ip && { ip }) };
}

function senderOf({ userId, roleId }: Principal): EventSender {
  return { source: 'office', keyId: null, userId, role: String(roleId) as '1' | '2' | '3' | '4' };
}
