import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { languages } from '../language.ts';
import { roleIds } from '../roles.ts';

export const themes = ['light', 'dark', 'system'] as const;
export const densities = ['comfortable', 'compact'] as const;

export const preferences = z.strictObject({
  theme: z.enum(themes),
  density: z.enum(densities),
  language: z.enum(languages),
});
export type Preferences = z.output<typeof preferences>;

const namedUnit = z.strictObject({ id: z.uuid(), code: z.string(), name: z.string() });

export const currentUser = z.strictObject({
  id: z.uuid(),
  account: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  roleId: z.union(roleIds.map((roleId) => z.literal(roleId))),
  /** Paths of pages allowed by this person's permission groups. */
  permissions: z.array(z.string()),
  deptCode: z.string().nullable(),
  department: namedUnit.nullable(),
  college: namedUnit.nullable(),
  position: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  mustChangePassword: z.boolean(),
  preferences,
  unreadNotifications: z.number().int(),
  /** They hid the setup checklist, or finished it. */
  setupHidden: z.boolean(),
  /** Time zone for all displayed dates. */
  timeZone: z.string(),
  /** Days that items stay in Trash. */
  trashDays: z.number().int(),
  version: z.int32(),
  /** Set while someone else views Lectern as this person, read-only. */
  viewedBy: z.strictObject({ id: z.uuid(), name: z.string(), since: z.iso.datetime() }).optional(),
});
export type CurrentUser = z.output<typeof currentUser>;

export const accountLimits = { account: 64, password: 200 } as const;

const credentials = z.strictObject({
  account: z.string().trim().min(1).max(accountLimits.account),
  password: z.string().min(1).max(accountLimits.password),
});

/** Stored by the client after login and after each refresh. */
const sessionTokens = z.strictObject({
  token: z.string(),
  refreshToken: z.string(),
  roleId: z.number().int(),
  deptCode: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  mustChangePassword: z.boolean(),
});
export type SessionTokens = z.output<typeof sessionTokens>;

/** The password was correct; the client exchanges the challenge and a second-factor code for tokens. */
const secondFactorStep = z.strictObject({
  secondFactorNeeded: z.literal(true),
  challenge: z.string(),
  expiresAt: z.iso.datetime(),
});
export type SecondFactorStep = z.output<typeof secondFactorStep>;

export const loginAnswer = z.union([sessionTokens, secondFactorStep]);
export type LoginAnswer = z.output<typeof loginAnswer>;

export const getCurrentUser = defineEndpoint({
  id: 'auth.currentUser',
  method: 'GET',
  path: '/admin/auth',
  access: { kind: 'signedIn', whilePasswordMustChange: true },
  summary: 'Get the current user with their role and pages',
  answer: 'result',
  output: currentUser,
});

export const login = defineEndpoint({
  id: 'auth.login',
  method: 'POST',
  path: '/admin/auth/login',
  access: { kind: 'open' },
  summary: 'Log in with account and password; may ask for a second factor',
  body: credentials,
  output: loginAnswer,
});

export const loginWithSecondFactor = defineEndpoint({
  id: 'auth.secondFactor',
  method: 'POST',
  path: '/admin/auth/secondFactor',
  access: { kind: 'open' },
  summary: 'Complete a login with an authenticator or recovery code',
  body: z.strictObject({ challenge: z.string().min(1).max(200), code: z.string().trim().min(1).max(40) }),
  output: sessionTokens,
});

export const refreshSession = defineEndpoint({
  id: 'auth.refresh',
  method: 'POST',
  path: '/auth/refresh',
  access: { kind: 'open' },
  summary: 'Exchange a refresh token for a new pair',
  // Refresh tokens can't be guessed, and a campus behind one IP address refreshes often, so this only stops floods.
  rateLimit: { calls: 6_000, windowMs: 60_000 },
  body: z.strictObject({ refreshToken: z.string().min(1).max(200) }),
  output: sessionTokens,
});

export const changePassword = defineEndpoint({
  id: 'auth.changePassword',
  method: 'POST',
  path: '/auth/password',
  access: { kind: 'signedIn', whilePasswordMustChange: true },
  summary: 'Change your password and end all other sessions',
  body: z.strictObject({
    oldPassword: z.string().min(1).max(accountLimits.password),
    newPassword: z.string().min(1).max(accountLimits.password),
  }),
  successStatus: 204,
  // Both passwords are secrets, so not even a fast hash of the request is stored.
  confidential: true,
});

export const logout = defineEndpoint({
  id: 'auth.logout',
  method: 'POST',
  path: '/auth/outLogin',
  access: { kind: 'signedIn', whilePasswordMustChange: true, whileViewing: true },
  summary: 'Log out of this session',
  successStatus: 204,
});

export const sessionRow = z.strictObject({
  id: z.uuid(),
  current: z.boolean(),
  device: z.string(),
  ip: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type SessionRow = z.output<typeof sessionRow>;

export const listSessions = defineEndpoint({
  id: 'auth.listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: { kind: 'signedIn' },
  summary: 'List your active sessions',
  output: z.array(sessionRow),
});

export const revokeSession = defineEndpoint({
  id: 'auth.revokeSession',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  access: { kind: 'signedIn' },
  summary: 'Revoke one of your sessions',
  params: idParams,
  successStatus: 204,
});

export const revokeOtherSessions = defineEndpoint({
  id: 'auth.revokeOtherSessions',
  method: 'POST',
  path: '/auth/sessions/revokeOthers',
  access: { kind: 'signedIn' },
  summary: 'Revoke all your other sessions',
  output: z.strictObject({ ended: z.number().int() }),
});
