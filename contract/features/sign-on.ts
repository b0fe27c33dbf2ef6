import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { accountLimits, loginAnswer } from './auth.ts';

/** URL of the identity provider; the browser returns to the login page with `code` and `state`. */
const departure = z.strictObject({ url: z.url() });

/** The parameters with which the provider sends the browser back. */
const arrival = z.strictObject({
  code: z.string().min(1).max(4096),
  state: z.string().min(1).max(128),
  /** Issuer, if the provider sends it. */
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
  /**
   * `again`: the last attempt failed, so the provider should ask the person to log in instead of reusing its session.
   */
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
  /** The configured name of the provider; null without a provider. */
  label: z.string().nullable(),
  identity: z
    .strictObject({
      /** The provider's name for the person. */
      label: z.string(),
      linkedAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** False if it is the only way to log in: no password and no messaging vendor. */
  mayUnlink: z.boolean(),
  /** If true, the password is required to link an identity. */
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
