import { isIP } from 'node:net';
import {
  type AccessAction,
  accessEvent,
  accessEventLimits,
  type EventAnswer,
} from '@lectern/contract/portal/portal-event.ts';
import type { z } from 'zod';

export type AcceptedEvent = z.output<typeof accessEvent>;
export type JudgedEvent = { event: AcceptedEvent } | { refused: EventAnswer };

const dayMs = 24 * 3_600_000;

/** The fields of which each action must name at least one; a view may be of the site itself. */
const needed: Record<AccessAction, readonly (keyof AcceptedEvent)[]> = {
  view: [],
  play: ['resourceId'],
  download: ['resourceId'],
  search: ['query'],
  click: ['homeEntryId', 'resourceId', 'courseId', 'columnId'],
};

/** Judges each event separately, so an invalid one does not block the others. */
export function judgeEvent(sent: unknown, now: number): JudgedEvent {
  const parsed = parseEvent(accessEvent, sent);
  if ('refused' in parsed) return parsed;
  const { event } = parsed;
  const at = Date.parse(event.at);
  const names = needed[event.action];
  const { oldestDays, aheadMinutes } = accessEventLimits;
  if (!Number.isFinite(at)) return refuse(event.id, 'at: no such time');
  if (at < now - oldestDays * dayMs) return refuse(event.id, `at: older than ${oldestDays} days`);
  if (at > now + aheadMinutes * 60_000) return refuse(event.id, `at: more than ${aheadMinutes} minutes in the future`);
  if (names.length > 0 && names.every((name) => event[name] === undefined)) {
    return refuse(event.id, `${event.action} needs ${names.join(' or ')}`);
  }
  if (event.ip !== undefined && isIP(event.ip) === 0) return refuse(event.id, 'ip: no address');
  if (hasNul(event)) return refuse(event.id, 'it holds a character that can’t be kept');
  return { event: { ...event, id: event.id.toLowerCase(), at: new Date(at).toISOString() } };
}

export function parseEvent<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): { event: z.output<Schema> } | { refused: EventAnswer } {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { event: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.');
  const id = typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : null;
  const why = `${where ? `${where}: ` : ''}${issue?.message ?? 'it is not an event'}`;
  return refuse(typeof id === 'string' ? id.slice(0, 100) : null, why);
}

export function refuse(id: string | null, why: string): { refused: EventAnswer } {
  return { refused: { id, result: 'refused', why: why.slice(0, 200) } };
}

function hasNul({ reader, visit, query, userAgent }: AcceptedEvent): boolean {
  return [reader, visit, query, userAgent].some((text) => text?.includes('\0'));
}

const robots =
  /bot\b|bot[/;]|crawl|spider|slurp|facebookexternalhit|headless|lighthouse|phantomjs|curl\/|wget\/|python-|go-http-client|java\/|okhttp|libwww|httpclient|scrapy|monitor|preview|fetch\//i;

/** Judged by the user agent; without one, the client counts as a person. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent !== undefined && robots.test(userAgent);
}

export function deviceOf(userAgent: string | undefined): NonNullable<AcceptedEvent['device']> | null {
  if (!userAgent) return null;
  if (/ipad|tablet|playbook|silk|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  if (/mobi|iphone|ipod|windows phone/i.test(userAgent)) return 'mobile';
  return /windows|macintosh|linux|cros|x11/i.test(userAgent) ? 'desktop' : 'other';
}
