import { type OfficeEvent, officeEventsAtOnce } from '@lectern/contract/features/office-event.ts';
import { uuid } from '../random-id.ts';

type AccessNote = Omit<OfficeEvent, 'id' | 'at' | 'visit'>;

type Settings = {
  now: () => number;
  /** `leaving`: nobody will be here to hear the answer. */
  send: (events: readonly OfficeEvent[], leaving: boolean) => Promise<void>;
  /** Whether notes are taken at all: not of someone who only looks as another person. */
  takes: () => boolean;
};

const waitMs = 10_000;
const atOnce = 50;
const mostKept = 1_000;

/**
 * Gathers what was viewed and played and sends it in batches. What did not arrive is sent again under the same ids, so
 * that it counts once however often it is sent.
 */
export function createAccessQueue({ now, send, takes }: Settings) {
  let waiting: OfficeEvent[] = [];
  let waits = false;
  let sending = false;
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
    if (waiting.length === 0 || (sending && !leaving)) return;
    const batch = waiting.slice(0, officeEventsAtOnce);
    waiting = waiting.slice(batch.length);
    sending = true;
    try {
      await send(batch, leaving);
      failures = 0;
    } catch {
      failures += 1;
      waiting = [...batch, ...waiting].slice(-mostKept);
    } finally {
      sending = false;
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
/** Anyone who comes back after so long begins another visit. */
const restMs = 30 * 60_000;

type Visit = {
  id: string;
  /** Until when it was known to go on. */
  seenAt: number;
  /** What has been viewed in it. */
  viewed: string[];
};

/** One tab's stay. It outlives a reload of the page, and ends with the tab or a long rest. */
export function currentVisit(now: number): Visit {
  const kept = read();
  if (kept && now - kept.seenAt < restMs) return keep({ ...kept, seenAt: now });
  return keep({ id: uuid(), seenAt: now, viewed: [] });
}

/** Whether this is the first time that a thing is viewed in the visit; from then on it is not. */
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

/** Where nothing may be kept, the visit ends with the page. */
function keep(visit: Visit): Visit {
  fallback = visit;
  try {
    sessionStorage.setItem(place, JSON.stringify(visit));
  } catch {
    // Kept in memory.
  }
  return visit;
}
