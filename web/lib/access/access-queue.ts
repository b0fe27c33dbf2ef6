import { type OfficeEvent, officeEventsAtOnce } from '@lectern/contract/features/office-event.ts';
import { uuid } from '../random-id.ts';

type AccessNote = Omit<OfficeEvent, 'id' | 'at' | 'visit'>;

type Settings = {
  now: () => number;
  /** `leaving`: the page is unloading, so the response won't be seen. */
  send: (events: readonly OfficeEvent[], leaving: boolean) => Promise<void>;
  /** Whether to record events; not while viewing as another person. */
  takes: () => boolean;
};

const waitMs = 10_000;
const atOnce = 50;
const mostKept = 1_000;

/**
 * Collects view and play events and sends them in batches. Failed events are sent again with the same ids, so that the
 * server counts them once.
 */
export function createAccessQueue({ now, send, takes }: Settings) {
  let waiting: OfficeEvent[] = [];
  let waits = false;
  /** Requests under way: a page that is left doesn't wait for the one before. */
  let sending = 0;
  let failures = 0;

  const later = (ms: number) => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      void flush();
    }, ms);
  };

  async function flush(leaving = false): Promise<void> {
    if (waiting.length === 0 || (sending > 0 && !leaving)) return;
    const batch = waiting.slice(0, officeEventsAtOnce);
    waiting = waiting.slice(batch.length);
    sending += 1;
    try {
      await send(batch, leaving);
      failures = 0;
    } catch {
      failures += 1;
      waiting = [...batch, ...waiting].slice(-mostKept);
    } finally {
      sending -= 1;
      if (waiting.length > 0) later(waitMs * 2 ** Math.min(failures, 5));
    }
  }

  return {
    note(event: AccessNote): void {
      if (!takes()) return;
      const at = now();
      waiting.push({ ...event, id: uuid(), at: new Date(at).toISOString(), visit: currentVisit(at).id });
      if (waiting.length > mostKept) waiting = waiting.slice(-mostKept);
      if (waiting.length >= atOnce && failures === 0) void flush();
      else later(waitMs);
    },
    flush,
  };
}

const place = 'lectern.visit';
/** After this long without activity, a new visit begins. */
const restMs = 30 * 60_000;

type Visit = {
  id: string;
  /** Last activity, in milliseconds since the epoch. */
  seenAt: number;
  /** Subjects already viewed in this visit. */
  viewed: string[];
};

/** The tab's current visit. It survives reloads and ends with the tab or after 30 minutes of inactivity. */
export function currentVisit(now: number): Visit {
  const kept = read();
  if (kept && now - kept.seenAt < restMs) return keep({ ...kept, seenAt: now });
  return keep({ id: uuid(), seenAt: now, viewed: [] });
}

/** Whether this is the first view of the subject in the visit; marks it as viewed. */
export function isFirstView(subject: string, now: number): boolean {
  const visit = currentVisit(now);
  if (visit.viewed.includes(subject)) return false;
  keep({ ...visit, viewed: [...visit.viewed, subject].slice(-1000) });
  return true;
}

let fallback: Visit | null = null;

function read(): Visit | null {
  try {
    const kept: Partial<Visit> | null = JSON.parse(sessionStorage.getItem(place) ?? 'null');
    const whole = typeof kept?.id === 'string' && typeof kept.seenAt === 'number' && Array.isArray(kept.viewed);
    return whole ? (kept as Visit) : fallback;
  } catch {
    return fallback;
  }
}

/** Falls back to memory when session storage isn't available; the visit then ends with the page. */
function keep(visit: Visit): Visit {
  fallback = visit;
  try {
    sessionStorage.setItem(place, JSON.stringify(visit));
  } catch {
    // Already kept in memory.
  }
  return visit;
}
