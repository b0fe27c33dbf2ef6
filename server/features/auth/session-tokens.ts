import { accessTokenLifetimeMs, refreshTokenLifetimeMs } from '@lectern/contract/constants.ts';
import type { SessionTokens } from '@lectern/contract/features/auth.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { NewToken } from './token.repository.ts';

/** A session lives as long as its newest refresh token, and so does its cookie. */
export const sessionLifetimeMs = refreshTokenLifetimeMs;

/** What the tokens' answer tells about the person. */
export type Bearer = { role_id: number; must_change_password: boolean; department_code: string | null };

/** Writes the hashes and tells when the access token expires. */
type Store = (tokens: readonly NewToken[]) => Promise<Date>;

/** A new access and refresh token, and a token for `cookie` when it is given. */
export async function issueTokens(store: Store, bearer: Bearer, cookie?: string): Promise<SessionTokens> {
  const token = newSecretToken();
  const refreshToken = newSecretToken();
  const expiresAt = await store([
    { hash: hashSecretToken(token), kind: 'access', lifetimeMs: accessTokenLifetimeMs },
    { hash: hashSecretToken(refreshToken), kind: 'refresh', lifetimeMs: refreshTokenLifetimeMs },
    ...(cookie ? [{ hash: hashSecretToken(cookie), kind: 'cookie' as const, lifetimeMs: sessionLifetimeMs }] : []),
  ]);
  return {
    token,
    refreshToken,
    roleId: bearer.role_id,
    deptCode: bearer.department_code,
    expiresAt: expiresAt.toISOString(),
    mustChangePassword: bearer.must_change_password,
  };
}
