import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';
import type { Attempt } from './identity-provider.ts';

type NewAttempt = Attempt & { hash: Buffer; browserHash: Buffer; userId: string | null; lifetimeMs: number };

/** Also deletes expired attempts. */
export async function insertAttempt(db: Executor, attempt: NewAttempt): Promise<void> {
  await db
    .with('cleared', (query) => query.deleteFrom('sign_on_attempts').where('expires_at', '<=', sql<Date>`now()`))
    .insertInto('sign_on_attempts')
    .values({
      hash: attempt.hash,
      browser_hash: attempt.browserHash,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      redirect_uri: attempt.redirectUri,
      user_id: attempt.userId,
      expires_at: sql`now() + ${attempt.lifetimeMs} * interval '1 millisecond'`,
    })
    .execute();
}

/** Deletes an attempt and returns it unless expired. */
export async function deleteAttempt(db: Executor, hash: Buffer) {
  const taken = await db
    .deleteFrom('sign_on_attempts')
    .where('hash', '=', hash)
    .returning([
      'browser_hash',
      'nonce',
      'code_verifier',
      'redirect_uri',
      'user_id',
      sql<boolean>`expires_at > now()`.as('alive'),
    ])
    .executeTakeFirst();
  return taken?.alive ? taken : undefined;
}

type Identity = { issuer: string; subject: string };

export function findIdentity(db: Executor, { issuer, subject }: Identity) {
  return db
    .selectFrom('user_identities')
    .select(['user_id', 'unlinked_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** The person's linked identity, or else the one unlinked last. */
export function findIdentityOf(db: Executor, userId: string, issuer: string) {
  return db
    .selectFrom('user_identities')
    .select(['subject', 'label', 'linked_at', 'last_used_at', 'unlinked_at'])
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .orderBy(sql`unlinked_at is null`, 'desc')
    .orderBy('linked_at', 'desc')
    .executeTakeFirst();
}

/** Accounts matching the claim; more than one is ambiguous. Erased people are excluded. */
export function findClaimed(db: Executor, { by, value }: { by: 'email' | 'account'; value: string }) {
  return db
    .selectFrom('users')
    .select(['id', 'access'])
    .where(by === 'email' ? sql<string>`lower(email)` : sql<string>`lower(account)`, '=', value)
    .where('erased_at', 'is', null)
    .limit(2)
    .execute();
}

/**
 * False when the identity belongs to someone else. Throws a unique violation if this person already has another one
 * linked.
 */
export async function insertIdentity(
  db: Executor,
  identity: Identity & { userId: string; label: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_identities')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: identity.userId,
      label: identity.label,
    })
    // Linking an unlinked identity again restores its row.
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ unlinked_at: null, linked_at: sql`now()`, label: identity.label })
        .where('user_identities.user_id', '=', identity.userId),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function updateIdentityUsed(db: Executor, { issuer, subject }: Identity, label: string): Promise<void> {
  await db
    .updateTable('user_identities')
    .set({ last_used_at: sql`now()`, label })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Returns the label of the unlinked identity; undefined when none was linked. */
export async function updateIdentityUnlinked(
  db: Executor,
  userId: string,
  issuer: string,
): Promise<string | undefined> {
  const unlinked = await db
    .updateTable('user_identities')
    .set({ unlinked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('unlinked_at', 'is', null)
    .returning('label')
    .executeTakeFirst();
  return unlinked?.label;
}

export function findWaysIn(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .select([
      sql<boolean>`password_hash is not null`.as('has_password'),
      sql<boolean>`wecom_user_id is not null`.as('has_vendor'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export const signOnMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'expired single sign-on attempts',
    table: sql`sign_on_attempts`,
    where: sql`expires_at < now()`,
  }),
];
