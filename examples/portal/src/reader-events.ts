import { EventQueue } from './event-queue.ts';
import { PortalError, post } from './portal.ts';

/** What the portal records about readers; never who they are. */
export type ReaderEvent = {
  action: 'view' | 'play' | 'download' | 'search' | 'click';
  resourceId?: string | undefined;
  courseId?: string | undefined;
  chapterId?: string | undefined;
  columnId?: string | undefined;
  homeEntryId?: string | undefined;
  positionMs?: number;
  seconds?: number;
  query?: string;
  hits?: number;
};

/** A random id kept in this browser, so the portal can count readers without identifying them. */
export function nameOf(storage: Storage, place: string): string {
  const name = storage.getItem(place) ?? crypto.randomUUID();
  storage.setItem(place, name);
  return name;
}

export const reader = nameOf(localStorage, 'reader');
const visit = nameOf(sessionStorage, 'visit');
const device = /Mobi/.test(navigator.userAgent) ? 'mobile' : 'desktop';

const queue = new EventQueue<ReaderEvent & { reader: string; visit: string; device: string }>({
  send: async (events, leaving) => {
    try {
      await post('/events', { events }, { keepalive: leaving });
      return 'taken';
    } catch (error) {
      const gone = error instanceof PortalError && error.status >= 400 && error.status < 500 && error.status !== 429;
      return gone ? 'refused' : 'later';
    }
  },
});

export function tell(event: ReaderEvent): void {
  queue.add({ ...event, reader, visit, device });
}

/** Sends pending events when the reader closes or leaves the page. */
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void queue.flush(true));
