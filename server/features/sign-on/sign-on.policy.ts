import { accountLimits } from '@lectern/contract/features/auth.ts';
import { normaliseAccount } from '../../platform/account-name.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** What the provider asserts about a person. */
export type ProvedIdentity = {
  subject: string;
  /** The claim that finds the account at the first sign-in; null when the provider sent neither e-mail nor account. */
  key: { by: 'email' | 'account'; value: string } | null;
  /** False for an unverified e-mail address, which proves nothing. */
  verified: boolean;
  email: string | null;
  name: string | null;
  /** Shown in the profile. */
  label: string;
};

export function provedIdentity(claims: Claims, claim: string): ProvedIdentity {
  const subject = text(claims.sub) ?? '';
  const email = text(claims.email);
  const value = text(claims[claim]);
  const by = claim === 'email' ? 'email' : 'account';
  return {
    subject,
    key: value === null ? null : { by, value: by === 'email' ? value.toLowerCase() : normaliseAccount(value) },
    verified: by === 'account' || claims.email_verified === true,
    email: email && claims.email_verified === true ? email : null,
    name: text(claims.name),
    label: (email ?? text(claims.preferred_username) ?? text(claims.name) ?? subject).slice(0, 254),
  };
}

/** Derives the new account's fields, dropping characters that account names can't contain. */
export function newcomerOf(identity: ProvedIdentity): { account: string; name: string; email: string | null } {
  const preferred = identity.key?.value ?? identity.subject;
  const account = normaliseAccount(preferred.replace(/[^\p{L}\p{N}._@-]/gu, '')).slice(0, accountLimits.account);
  return { account: account || 'user', name: (identity.name ?? account).slice(0, 100), email: identity.email };
}

/** PostgreSQL text can't contain NUL, so such a claim is ignored. */
function text(value: unknown): string | null {
  if (typeof value !== 'string' || value.includes('\0')) return null;
  const trimmed = value.trim().slice(0, 500);
  return trimmed === '' ? null : trimmed;
}
