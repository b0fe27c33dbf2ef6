import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import { sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Db, Executor } from '../db/database.ts';
import { failureEnvelope } from './failure.ts';
import type { SignedInContext } from './request-context.ts';

export type StoredAnswer = { httpStatus: number; body: unknown };
type IdempotentRequest = { userId: string; key: string; endpointId: string; requestHash: Buffer };

const waitForTwinMs = 10_000;
/** A request that hasn't finished after this long died with its process. */
const abandonedAfterMs = 120_000;

/** Runs a request with an Idempotency-Key once; repeats get the same response. */
export class Idempotency {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async once(
    context: SignedInContext & { idempotencyKey: string },
    request: { endpointId: string; input: unknown; confidential?: boolean | undefined },
    carryOut: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> {
    const wanted: IdempotentRequest = {
      userId: context.principal.userId,
      key: context.idempotencyKey,
      endpointId: request.endpointId,
      requestHash: createHash('sha256')
        // Confidential input is not hashed: a fast hash of a password would help someone who steals the database.
        .update(request.confidential ? '' : (JSON.stringify(request.input) ?? ''))
        .digest(),
    };
    if (!(await this.#claim(wanted))) return this.#answerOfTwin(wanted);
    try {
      const answer = await carryOut();
      await this.#store(wanted, request.confidential ? doneAlready(context) : answer);
      return answer;
    } catch (error) {
      // The request failed without effect, so the same key may be used again.
      await this.#release(wanted);
      throw error;
    }
  }

  async #claim(wanted: IdempotentRequest): Promise<boolean> {
    const claimed = await this.#db
      .insertInto('idempotency_keys')
      .values({
        user_id: wanted.userId,
        key: wanted.key,
        endpoint_id: wanted.endpointId,
        request_hash: wanted.requestHash,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'key'])
          .doUpdateSet({ started_at: sql`now()` })
          .where('idempotency_keys.effect_at', 'is', null)
          .where('idempotency_keys.answer', 'is', null)
          .where('idempotency_keys.request_hash', '=', wanted.requestHash)
          .where('idempotency_keys.started_at', '<', sql<Date>`now() - ${abandonedAfterMs} * interval '1 millisecond'`),
      )
      .returning('key')
      .executeTakeFirst();
    return claimed !== undefined;
  }

  async #answerOfTwin(wanted: IdempotentRequest): Promise<StoredAnswer> {
    const deadline = Date.now() + waitForTwinMs;
    for (;;) {
      const twin = await this.#db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('user_id', '=', wanted.userId)
        .where('key', '=', wanted.key)
        .executeTakeFirst();
      if (!twin) throw new AppError('sameRequestRunning', { retryAfterSeconds: 1 });
      if (twin.endpoint_id !== wanted.endpointId || !twin.request_hash.equals(wanted.requestHash)) {
        throw new AppError('idempotencyKeyReused');
      }
      if (twin.http_status !== null) return { httpStatus: twin.http_status, body: twin.answer };
      const abandoned = twin.started_at.getTime() < Date.now() - abandonedAfterMs;
      if (twin.effect_at && abandoned) throw new AppError('sameRequestDone');
      if (Date.now() > deadline) throw new AppError('sameRequestRunning', { retryAfterSeconds: 2 });
      await sleep(50);
    }
  }

  async #store(wanted: IdempotentRequest, answer: StoredAnswer): Promise<void> {
    await this.#db
      .updateTable('idempotency_keys')
      .set({ http_status: answer.httpStatus, answer: JSON.stringify(answer.body) })
      .where('user_id', '=', wanted.userId)
      .where('key', '=', wanted.key)
      .execute();
  }

  async #release(wanted: IdempotentRequest): Promise<void> {
    await this.#db
      .deleteFrom('idempotency_keys')
      .where('user_id', '=', wanted.userId)
      .where('key', '=', wanted.key)
      .where('effect_at', 'is', null)
      .execute();
  }
}

/** Stored for repeats of a confidential request: it succeeded, but its one-time secret is not shown again. */
function doneAlready(context: SignedInContext): StoredAnswer {
  const error = new AppError('sameRequestDone');
  return {
    httpStatus: errorCatalogue[error.code].http,
    body: failureEnvelope(error, context.requestId, context.language),
  };
}

/** Call inside the transaction of the change, so the mark commits only together with it. */
export async function markEffect(transaction: Executor, context: SignedInContext): Promise<void> {
  if (!context.idempotencyKey) return;
  await transaction
    .updateTable('idempotency_keys')
    .set({ effect_at: sql`now()` })
    .where('user_id', '=', context.principal.userId)
    .where('key', '=', context.idempotencyKey)
    .execute();
}
