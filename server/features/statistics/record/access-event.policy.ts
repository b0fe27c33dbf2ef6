import { isIP } from 'node:net';
import {
  type AccessAction,
  accessEvent,
  accessEventLimits,
  type EventAnswer,
} from '@lectern/contract/portal/portal-event.ts';
import type { z } from 'zod';

export type TakenEvent = z.output<typeof accessEvent>;
export type Judged = { event: TakenEvent } | { refused: EventAnswer };

const dayMs = 24 * 3_600_000;

/** What each action must name; a view may be of the site itself. */
const needed: Record<AccessAction, readonly (keyof TakenEvent)[]> = {
  view: [],
  play: ['resourceId'],
  download: ['resourceId'],
  search: ['query'],
  click: ['homeEntryId', 'resourceId', 'courseId', 'columnId'],
};

/** Each by itself: one that is wrong does not keep the others out. */
export function judgeEvent(sent: unknown, now: number): Judged {
  const parsed = accessEvent.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.');
    return refuse(idOf(sent), `${where ? `${where}: ` : ''}${issue?.message ?? 'it is not an event'}`);
  }
  const event = parsed.data;
  const at = Date.parse(event.at);
  if (!Number.isFinite(at)) return refuse(event.id, 'at: no such time');
  if (at < now - accessEventLimits.oldestDays * dayMs) {
    return refuse(event.id, `at: older than ${accessEventLimits.oldestDays} days`);
  }
  if (at > now + accessEventLimits.aheadMinutes * 60_000) {
    return refuse(event.id, `at: more than ${accessEventLimits.aheadMinutes} minutes in the future`);
  }
  const names = needed[event.action];
  if (names.length > 0 && names.every((name) => event[name] === undefined)) {
    return refuse(event.id, `${event.action} needs ${names.join(' or ')}`);
  }
  if (event.ip !== undefined && isIP(event.ip) === 0) return refuse(event.id, 'ip: no address');
  if (hasNul(event)) return refuse(event.id, 'it holds a character that can’t be kept');
  return { event: { ...event, id: event.id.toLowerCase(), at: new Date(at).toISOString() } };
}

function refuse(id: string | null, why: string): Judged {
  return { refused: { id, result: 'refused', why: why.slice(0, 200) } };
}

function idOf(sent: unknown): string | null {
  const id = typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : null;
  return typeof id === 'string' ? id.slice(0, 100) : null;
}

function hasNul({ reader, visit, query, userAgent }: TakenEvent): boolean {
  return [reader, visit, query, userAgent].some((text) => text?.includes('\0'));
}

const robots =
  /bot\b|bot[/;]|crawl|spider|slurp|facebookexternalhit|headless|lighthouse|phantomjs|curl\/|wget\/|python-|go-http-client|java\/|okhttp|libwww|httpclient|scrapy|monitor|preview|fetch\//i;

/** By how a browser names itself; whoever says nothing is taken for a person. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent !== undefined && robots.test(userAgent);
}

export function deviceOf(userAgent: string | undefined): NonNullable<TakenEvent['device']> | null {
  if (!userAgent) return null;
  if (/ipad|tablet|playbook|silk|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  if (/mobi|iphone|ipod|windows phone/i.test(userAgent)) return 'mobile';
  return /windows|macintosh|linux|cros|x11/i.test(userAgent) ? 'desktop' : 'other';
}
