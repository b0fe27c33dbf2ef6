import type { FastifyReply } from 'fastify';
import type { CountKeyCall, KeyHolder } from './key-holder.ts';
import { tooMany } from './rate-limiter.ts';

/** One call of a key: every answer says how many are left in this minute, and when the next one begins. */
export async function countCall(reply: FastifyReply, holder: KeyHolder, count: CountKeyCall): Promise<void> {
  const { allowed, left, until } = await count(holder);
  reply.headers({
    'ratelimit-limit': holder.callsPerMinute,
    'ratelimit-remaining': left,
    'ratelimit-reset': Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1000)),
  });
  if (!allowed) throw tooMany('tooManyRequests', until);
}
