import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { CountKeyCall, KeyHolder } from '../../platform/http/key-holder.ts';

/**
 * Share of the per-minute limit that one write reserves, up to `mostAtOnce`; a busy key costs one write per 50 calls.
 */
const shareAtOnce = 1 / 40;
const mostAtOnce = 50;

type Block = { limit: number; left: number; unasked: number; until: Date };

/**
 * Counts calls per API key in one-minute windows. Each process reserves small blocks from the shared count before
 * using them, so all processes together never exceed the limit.
 */
export class KeyCalls {
  readonly #db: Db;
  readonly #blocks = new Map<string, Promise<Block>>();

  constructor(db: Db) {
    this.#db = db;
  }

  readonly take: CountKeyCall = async (holder) => {
    for (;;) {
      const asked = this.#blocks.get(holder.keyId) ?? this.#ask(holder);
      const block = await asked;
      if (block.until.getTime() > Date.now() && block.limit === holder.callsPerMinute) {
        if (block.left > 0) {
          block.left -= 1;
          return { allowed: true, left: block.left + block.unasked, until: block.until };
        }
        if (block.unasked === 0) return { allowed: false, left: 0, until: block.until };
      }
      // The block is used up, expired or has another limit: the first waiting caller takes a new one for all of them.
      if (this.#blocks.get(holder.keyId) === asked) this.#blocks.delete(holder.keyId);
    }
  };

  #ask(holder: KeyHolder): Promise<Block> {
    const asked = this.#takeBlock(holder);
    this.#blocks.set(holder.keyId, asked);
    asked.catch(() => this.#blocks.delete(holder.keyId));
    return asked;
  }

  async #takeBlock({ keyId, callsPerMinute: limit }: KeyHolder): Promise<Block> {
    const wanted = Math.max(1, Math.min(mostAtOnce, Math.floor(limit * shareAtOnce)));
    // Asks for the remaining time instead of the end time because clocks differ between machines.
    const { rows } = await sql<{ count: number; lasts_ms: number }>`
      insert into rate_limits as limits (key, count, window_ends_at)
      values (${`apiKey:${keyId}`}, ${wanted}, now() + interval '1 minute')
      on conflict (key) do update set
        count = case when limits.window_ends_at <= now() then ${wanted} else limits.count + ${wanted} end,
        window_ends_at = case when limits.window_ends_at <= now() then excluded.window_ends_at else limits.window_ends_at end
      returning count, (extract(epoch from window_ends_at - now()) * 1000)::float8 as lasts_ms`.execute(this.#db);
    const { count = limit, lasts_ms: lastsMs = 0 } = rows[0] ?? {};
    const until = new Date(Date.now() + Math.max(1, lastsMs));
    const left = Math.max(0, Math.min(wanted, limit - (count - wanted)));
    return { limit, left, unasked: Math.max(0, limit - count), until };
  }
}
