import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SessionService } from '../auth/public.ts';
import { registerEvents } from './event.routes.ts';
import { EventService } from './event.service.ts';
import { findOpenableIn } from './find-openable.ts';
export function eventModule({ db, hub }: Platform, { sessions }: { sessions: SessionService }) {
  const events = new EventService(db, hub, findOpenableIn(db));
  return {
    events,
    register: (registry: EndpointRegistry) => registerEvents(registry, events, sessions.authenticate),
  };
}
