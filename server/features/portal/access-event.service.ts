import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { EventAnswer, takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PortalContext } from '../../platform/http/request-context.ts';
import { judgeEvent, type TakenEvent } from './access-event.policy.ts';
import { ensureMonths, insertEvents, lockIntake } from './access-event.repository.ts';

/** What readers did, as sites tell it: raw, each event once. */
export class AccessEventService {
  readonly #db: Db;
  /** Months whose partitions are known to be there. */
  readonly #months = new Set<string>();

  constructor(db: Db) {
    this.#db = db;
  }

  async take({ apiKey }: PortalContext, sent: readonly unknown[]): Promise<OutputOf<typeof takePortalEvents>> {
    const now = Date.now();
    const judged = sent.map((event) => judgeEvent(event, now));
    // Of several with one id in a batch the first counts.
    const first = new Map<string, TakenEvent>();
    for (const each of judged) {
      if ('event' in each && !first.has(each.event.id)) first.set(each.event.id, each.event);
    }
    const fresh = await this.#insert(apiKey.keyId, [...first.values()]);
    const results = judged.map((each): EventAnswer => {
      if ('refused' in each) return each.refused;
      const { id } = each.event;
      const taken = first.get(id) === each.event && fresh.has(id);
      return { id, result: taken ? 'taken' : 'known', why: null };
    });
    const count = (result: EventAnswer['result']) => results.filter((each) => each.result === result).length;
    return { taken: count('taken'), known: count('known'), refused: count('refused'), results };
  }

  /** The partitions of this month and the next two, made ahead of their time. */
  async prepareMonths(): Promise<number> {
    const now = new Date();
    await ensureMonths(this.#db, now, new Date(now.getTime() + 62 * 24 * 3_600_000));
    return 0;
  }

  async #insert(keyId: string, events: readonly TakenEvent[]): Promise<Set<string>> {
    if (events.length === 0) return new Set();
    await this.#ensure(events);
    return this.#db.transaction().execute(async (transaction) => {
      await lockIntake(transaction, keyId);
      return insertEvents(transaction, keyId, events);
    });
  }

  async #ensure(events: readonly TakenEvent[]): Promise<void> {
    const times = events.map(({ at }) => Date.parse(at));
    const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
    const months = [first, last].map((date) => date.toISOString().slice(0, 7));
    if (months.every((month) => this.#months.has(month))) return;
    await ensureMonths(this.#db, first, last);
    for (const month of months) this.#months.add(month);
  }
}
