import { streamEvents } from '@lectern/contract/features/event.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import { sessionCookie } from '../../platform/http/session-cookies.ts';
import type { EventService } from './event.service.ts';

export function registerEvents(registry: EndpointRegistry, events: EventService, authenticate: Authenticate): void {
  registry.handleStream(streamEvents, async (_input, { principal, cookies }, { request, reply }) => {
    const stream = await events.open({
      userId: principal.userId,
      lastEventId: eventNumber(request.headers['last-event-id']),
      judgeSession: () => authenticate(cookies[sessionCookie] ?? '', 'cookie'),
    });
    // 204 stops an EventSource for good; the client then opens a new one.
    if (!stream) return reply.code(204).send();
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      .send(stream);
  });
}

function eventNumber(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
