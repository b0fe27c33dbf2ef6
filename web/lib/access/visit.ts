import { uuid } from '../uuid.ts';

const place = 'lectern.visit';
/** Whoever comes back after so long begins another visit. */
const restMs = 30 * 60_000;

export type Visit = {
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
