import type { SessionTokens } from '@lectern/contract/features/auth.ts';
import type { BrowserContextOptions } from '@playwright/test';
import { type Account, adminPassword, password } from '../people.ts';

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;
export type Session = { tokens: SessionTokens; cookies: StorageState['cookies'] };

/** Shown as "Chrome on Linux" in the list of sessions. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Signs in to a separate session like the login page, so that refreshing its token affects no other test. */
export function signIn(origin: string, account: Account | 'admin', typed?: string): Promise<Session> {
  return signInWith(origin, account, typed ?? (account === 'admin' ? adminPassword : password));
}

export async function signInWith(origin: string, account: string, typed: string): Promise<Session> {
  const answer = await fetch(`${origin}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ account, password: typed }),
  });
  const { status, message, data } = (await answer.json()) as { status: number; message: string; data: SessionTokens };
  if (status !== 200) throw new Error(`Could not sign in as ${account}: ${status} ${message}`);
  return { tokens: data, cookies: answer.headers.getSetCookie().map((line) => cookieOf(line, origin)) };
}

/** What the browser keeps of a session: the stored items and the cookies. */
export function storageStateOf(origin: string, { tokens, cookies }: Session): StorageState {
  const items: Record<string, string | null> = {
    token: tokens.token,
    refreshToken: tokens.refreshToken,
    roleId: String(tokens.roleId),
    deptCode: tokens.deptCode,
    expiresAt: tokens.expiresAt,
  };
  const localStorage = Object.entries(items).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  return { cookies, origins: [{ origin, localStorage }] };
}

function cookieOf(line: string, origin: string): StorageState['cookies'][number] {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const attribute = (name: string) =>
    attributes.find((entry) => entry.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain: new URL(origin).hostname,
    path: attribute('path') ?? '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: attribute('samesite')?.toLowerCase() === 'strict' ? 'Strict' : 'Lax',
  };
}
