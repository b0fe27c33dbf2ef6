import { randomInt } from 'node:crypto';
import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import type { ApiKey, createApiKey, rotateApiKey, updateApiKey } from '@lectern/contract/features/api-key.ts';
import { apiKeyStart } from '@lectern/contract/portal/portal-access.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { AuthenticateKey } from '../../platform/http/key-holder.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { keyValues, presentKey } from './api-key.presenter.ts';
import {
  findKeyByHash,
  getKey,
  insertKey,
  listKeys,
  lockKey,
  type StoredKey,
  updateGraceEnded,
  updateKey,
  updateLastUsed,
  updateRevoked,
  updateSecret,
} from './api-key.repository.ts';

type ShownOnce = OutputOf<typeof createApiKey>;
type ChangedValues = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** API keys of sites that read the portal. Only a hash of the secret is stored, so it is shown just once. */
export class ApiKeyService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list(): Promise<ApiKey[]> {
    return (await listKeys(this.#db)).map(presentKey);
  }

  async create(context: SignedInContext, wanted: BodyOf<typeof createApiKey>): Promise<ShownOnce> {
    requireFuture(wanted.expiresAt);
    const id = newId();
    const prefix = newKeyPrefix();
    const { secret, hash } = newKeySecret(prefix);
    const key = await this.#db.transaction().execute(async (transaction) => {
      await insertKey(transaction, {
        id,
        prefix,
        secret_hash: hash,
        name: wanted.name,
        scopes: wanted.scopes,
        audience: wanted.audience,
        calls_per_minute: wanted.callsPerMinute,
        expires_at: wanted.expiresAt === null ? null : new Date(wanted.expiresAt),
        created_by: context.principal.userId,
      });
      const made = await getKey(transaction, id);
      await note(transaction, context, made, 'created', { after: keyValues(made) });
      return made;
    });
    return { key: presentKey(key), secret };
  }

  async update(context: SignedInContext, id: string, change: BodyOf<typeof updateApiKey>): Promise<ApiKey> {
    const { version, expiresAt, callsPerMinute, ...same } = change;
    if (expiresAt !== undefined) requireFuture(expiresAt);
    return this.#change(context, { id, version }, 'updated', async (transaction) => {
      await updateKey(transaction, id, {
        ...same,
        ...(callsPerMinute !== undefined && { calls_per_minute: callsPerMinute }),
        ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
      });
      return undefined;
    });
  }

  async rotate(
    context: SignedInContext,
    id: string,
    { graceHours, version }: BodyOf<typeof rotateApiKey>,
  ): Promise<ShownOnce> {
    let shown = '';
    const key = await this.#change(context, { id, version }, 'rotated', async (transaction, { prefix }) => {
      const { secret, hash } = newKeySecret(prefix);
      shown = secret;
      await updateSecret(transaction, id, hash, graceHours);
      return { after: { graceHours } };
    });
    return { key, secret: shown };
  }

  endGrace(context: SignedInContext, id: string, version: number): Promise<ApiKey> {
    return this.#change(context, { id, version }, 'graceEnded', async (transaction) => {
      await updateGraceEnded(transaction, id);
      return undefined;
    });
  }

  /** Needs no version, so that revoking never fails with a conflict. */
  revoke(context: SignedInContext, id: string, reason: string): Promise<ApiKey> {
    return this.#change(context, { id, version: null }, 'revoked', async (transaction) => {
      await updateRevoked(transaction, id, context.principal.userId);
      return { after: { reason } };
    });
  }

  /** Runs with every request, so revocation takes effect immediately. */
  readonly authenticate: AuthenticateKey = async (sent, ip) => {
    const key = await findKeyByHash(this.#db, hashSecretToken(sent));
    if (!key) throw new AppError('unknownApiKey');
    if (key.revoked) throw new AppError('apiKeyRevoked');
    if (key.expired) throw new AppError('apiKeyExpired');
    if (!key.used_lately) await updateLastUsed(this.#db, key.id, ip);
    const { id: keyId, name, scopes, audience, calls_per_minute: callsPerMinute } = key;
    return { keyId, name, scopes, audience, callsPerMinute };
  };

  async #change(
    context: SignedInContext,
    wanted: { id: string; version: number | null },
    verb: string,
    change: (transaction: Executor, key: StoredKey) => Promise<ChangedValues | undefined>,
  ): Promise<ApiKey> {
    const key = await this.#db.transaction().execute(async (transaction) => {
      const before = await lockKey(transaction, wanted.id, wanted.version);
      const values = await change(transaction, before);
      const after = await getKey(transaction, wanted.id);
      await note(transaction, context, after, verb, values ?? { before: keyValues(before), after: keyValues(after) });
      return after;
    });
    return presentKey(key);
  }
}

async function note(
  transaction: Executor,
  context: SignedInContext,
  { id, name }: StoredKey,
  verb: string,
  values: ChangedValues,
) {
  const after = { name, ...values.after };
  await recordActivity(transaction, context, {
    action: `apiKey.${verb}`,
    objectType: 'apiKey',
    objectId: id,
    ...values,
    after,
  });
}

function requireFuture(expiresAt: string | null): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) throw invalidField('expiresAt', 'timeOver');
}

/** No look-alike characters, because people compare prefixes by eye. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const prefixLength = 8;

type NewSecret = { secret: string; hash: Buffer };

function newKeyPrefix(): string {
  return `${apiKeyStart}${Array.from({ length: prefixLength }, () => letters[randomInt(letters.length)]).join('')}`;
}

/** The full secret for the site, and the hash we store. */
function newKeySecret(prefix: string): NewSecret {
  const secret = `${prefix}_${newSecretToken()}`;
  return { secret, hash: hashSecretToken(secret) };
}
