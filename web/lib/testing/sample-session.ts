import type { CurrentUser, SessionTokens } from '@lectern/contract/features/auth.ts';

export function sampleUser(change: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: '0197a0d0-0000-7000-8000-000000000001',
    account: 'li.wei',
    name: 'Li Wei',
    email: null,
    phone: null,
    roleId: 3,
    permissions: ['/app/home/my'],
    deptCode: 'MED',
    department: null,
    college: null,
    position: null,
    mustChangePassword: false,
    preferences: { theme: 'system', density: 'comfortable', language: 'en' },
    unreadNotifications: 0,
    setupHidden: true,
    timeZone: 'UTC',
    trashDays: 30,
    version: 1,
    ...change,
  };
}

const halfHourMs = 30 * 60_000;

export function sampleTokens(change: Partial<SessionTokens> = {}): SessionTokens {
  return {
    token: 'token-1',
    refreshToken: 'refresh-1',
    roleId: 3,
    deptCode: 'MED',
    expiresAt: new Date(Date.now() + halfHourMs).toISOString(),
    mustChangePassword: false,
    ...change,
  };
}
