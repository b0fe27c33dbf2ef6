import { type OfficeEvent, officeEventsAtOnce } from '@lectern/contract/features/office-event.ts';
import { uuid } from '../uuid.ts';
import { currentVisit } from './visit.ts';

export type AccessNote = Omit<OfficeEvent, 'id' | 'at' | 'visit'>;

type Settings = {
  now: () => number;
  /** `leaving`: nobody will be here to hear the answer. */
  send: (events: readonly OfficeEvent[], leaving: boolean) => Promise<void>;
  /** Whether notes are taken at all: not of somebody who only looks as another person. */
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
export type AccessQueue = ReturnType<typeof createAccessQueue>;
