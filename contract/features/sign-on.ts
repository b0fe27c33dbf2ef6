import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { accountLimits, loginAnswer } from './auth.ts';

/** Single sign-on by OpenID Connect, off unless the operator configured a provider. */

/** Where the browser goes; it comes back to the login page with a code and the state. */
const departure = z.strictObject({ url: z.url() });

/** What the provider sent the browser back with. */
const arrival = z.strictObject({
  code: z.string().min(1).max(4096),
  state: z.string().min(1).max(128),
  /** Who says so, where the provider tells it. */
  iss: z.string().max(500).optional(),
});
export type Arrival = z.output<typeof arrival>;

export const startSignOn = defineEndpoint({
  id: 'signOn.start',
  method: 'POST',
  path: '/admin/oidc/start',
  access: { kind: 'open' },
  summary: 'Start single sign-on; returns a one-time address for this browser',
  rateLimit: { calls: 300, windowMs: 60_000 },
  /** `again`: the last attempt led nowhere; the provider is to ask who it is, instead of answering the same at once. */
  body: z.strictObject({ again: z.boolean().optional() }).optional(),
  output: departure,
  successStatus: 201,
});

export const loginWithSignOn = defineEndpoint({
  id: 'signOn.login',
  method: 'POST',
  path: '/admin/auth/oidc',
  access: { kind: 'open' },
  summary: 'Log in with the code from the identity provider',
  rateLimit: { calls: 300, windowMs: 60_000 },
  body: arrival,
  output: loginAnswer,
});

const signOnState = z.strictObject({
  /** What the provider is called here; null: there is none. */
  label: z.string().nullable(),
  identity: z
    .strictObject({
      /** What the provider calls the person. */
      label: z.string(),
      linkedAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Without a password or the messaging vendor it is the only way in. */
  mayUnlink: z.boolean(),
  /** Asked for before an identity is linked; somebody without one can't be asked. */
  hasPassword: z.boolean(),
});
export type SignOnState = z.output<typeof signOnState>;

export const getSignOn = defineEndpoint({
  id: 'signOn.get',
  method: 'GET',
  path: '/profile/signOn',
  access: { kind: 'signedIn' },
  summary: 'Get the single sign-on identity linked to your account',
  output: signOnState,
});

export const startSignOnLink = defineEndpoint({
  id: 'signOn.startLink',
  method: 'POST',
  path: '/profile/signOn/start',
  access: { kind: 'signedIn' },
  summary: 'Start linking an identity to your account; needs your password',
  rateLimit: { calls: 60, windowMs: 60_000 },
  body: z.strictObject({ password: z.string().max(accountLimits.password) }),
  output: departure,
  successStatus: 201,
  confidential: true,
});

export const linkSignOn = defineEndpoint({
  id: 'signOn.link',
  method: 'POST',
  path: '/profile/signOn',
  access: { kind: 'signedIn' },
  summary: 'Link a single sign-on identity to your account',
  rateLimit: { calls: 60, windowMs: 60_000 },
  body: arrival,
  output: signOnState,
  confidential: true,
});

export const unlinkSignOn = defineEndpoint({
  id: 'signOn.unlink',
  method: 'DELETE',
  path: '/profile/signOn',
  access: { kind: 'signedIn' },
  summary: 'Unlink the single sign-on identity',
  output: signOnState,
});
