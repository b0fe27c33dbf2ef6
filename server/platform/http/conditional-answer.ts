import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredAnswer } from './idempotency.ts';

/**
 * May be kept by the site alone, and never used without asking: what was unpublished is gone with the next request, whatever
 * was kept of it.
 */
const alwaysAsked = { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'Authorization, Accept-Encoding' };

/** The answer with a tag of all that it says; 304 where the site has the same already. It is made anew every time. */
export function answerIfChanged(request: FastifyRequest, reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  const body = JSON.stringify(answer.body);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.headers({ ...alwaysAsked, etag });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.code(answer.httpStatus).type('application/json; charset=utf-8').send(body);
}

/** Compared weakly, as one does for reading. `*` is not taken for a yes: it would tell that there is something. */
function isKnown(match: string | undefined, etag: string): boolean {
  return match?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)) ?? false;
}
