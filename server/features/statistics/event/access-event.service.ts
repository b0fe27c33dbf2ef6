import { createHash } from 'node:crypto';
import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { EventAnswer, takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { PortalContext } from '../../../platform/http/request-context.ts';
import { type AcceptedEvent, type JudgedEvent, judgeEvent } from './access-event.policy.ts';
import {
  type EventSender,
  ensureMonths,
  insertEvents,
  type KeptEvent,
  lockIntake,
  readSalt,
} from './access-event.repository.ts';

export type IntakeResult = OutputOf<typeof takePortalEvents>;

/** Stores the actions of readers and staff as raw events, each once. */
export class AccessEventService {
  readonly #db: Db;
  /** Months whose partitions are known to exist. */
  readonly #months = new Set<string>();
  #salt: Buffer | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  take({ apiKey }: PortalContext, sent: readonly unknown[]): Promise<IntakeResult> {
    const now = Date.now();
    const judged = sent.map((event) => judgeEvent(event, now));
    return this.store({ source: 'portal', keyId: apiKey.keyId, role: 'reader' }, judged);
  }

  /** Stores accepted events; among duplicates of an id, the first counts. */
  async store(sender: EventSender, judged: readonly JudgedEvent[]): Promise<IntakeResult> {
    const first = new Map<string, AcceptedEvent>();
    for (const each of judged) {
      if ('event' in each && !first.has(each.event.id)) first.set(each.event.id, each.event);
    }
    const fresh = await this.#insert(sender, [...first.values()]);
    const results = judged.map((each): EventAnswer => {
      if ('refused' in each) return each.refused;
      const { id } = each.event;
      const isNew = first.get(id) === each.event && fresh.has(id);
      return { id, result: isNew ? 'taken' : 'known', why: null };
    });
    const count = (result: EventAnswer['result']) => results.filter((each) => each.result === result).length;
    return { taken: count('taken'), known: count('known'), refused: count('refused'), results };
  }

  /** Creates the partitions of this month and the next two. */
  async prepareMonths(): Promise<number> {
    const now = new Date();
    await ensureMonths(this.#db, now, new Date(now.getTime() + 62 * 24 * 3_600_000));
    return 0;
  }

  async #insert(sender: EventSender, events: readonly AcceptedEvent[]): Promise<Set<string>> {
    if (events.length === 0) return new Set();
    await this.#ensureMonths(events);
    this.#salt ??= await readSalt(this.#db);
    const salt = this.#salt;
    const kept = events.map((event): KeptEvent => ({ ...event, viewer: viewerOf(sender, event, salt) }));
    return this.#db.transaction().execute(async (transaction: Executor) => {
      await lockIntake(transaction, sender);
      return insertEvents(transaction, sender, kept);
    });
  }

  async #ensureMonths(events: readonly AcceptedEvent[]): Promise<void> {
    const times = events.map(({ at }) => Date.parse(at));
    const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
    const months = [first, last].map((date) => date.toISOString().slice(0, 7));
    if (months.every((month) => this.#months.has(month))) return;
    await ensureMonths(this.#db, first, last);
    for (const month of months) this.#months.add(month);
  }
}

/**
 * A person with an account is one viewer everywhere; a reader is one viewer per site. The hash has 52 bits so that it
 * fits a number exactly; collisions among a million people are very unlikely.
 */
function viewerOf(sender: EventSender, { reader, visit }: AcceptedEvent, salt: Buffer): number | null {
  const known = reader ?? visit;
  const name = sender.userId !== undefined ? `user ${sender.userId}` : known && `${sender.keyId} ${known}`;
  if (name === undefined) return null;
  const hash = createHash('sha256').update(salt).update(name).digest();
  return (hash.readUInt32BE(0) & 0x000f_ffff) * 2 ** 32 + hash.readUInt32BE(4);
}
