import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { accountLimits } from './auth.ts';

const path = '/auth/twoFactor';
const access = { kind: 'signedIn' } as const;
const ownPassword = z.strictObject({ password: z.string().min(1).max(accountLimits.password) });
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

const twoFactorState = z.strictObject({
  enabled: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type TwoFactorState = z.output<typeof twoFactorState>;

export const getTwoFactor = defineEndpoint({
  id: 'twoFactor.get',
  method: 'GET',
  path,
  access,
  summary: 'Get the state of your two-factor authentication',
  output: twoFactorState,
});

const twoFactorSetup = z.strictObject({
  /** Sent back with the first code; nothing changes before that. */
  setup: z.string(),
  /** For manual entry, in groups of four characters. */
  secret: z.string(),
  uri: z.string(),
  /** `uri` as a QR code: a square of `size` modules, with the dark modules as an SVG path. */
  qr: z.strictObject({ size: z.number().int(), path: z.string() }),
});
export type TwoFactorSetup = z.output<typeof twoFactorSetup>;

export const setUpTwoFactor = defineEndpoint({
  id: 'twoFactor.setUp',
  method: 'POST',
  path: `${path}/setup`,
  access,
  summary: 'Create an authenticator secret; becomes active once its first code is confirmed',
  body: ownPassword,
  output: twoFactorSetup,
  confidential: true,
});

export const confirmTwoFactor = defineEndpoint({
  id: 'twoFactor.confirm',
  method: 'POST',
  path: `${path}/confirm`,
  access,
  summary: 'Turn on two-factor authentication with a first code; returns the recovery codes once',
  body: z.strictObject({ setup: z.string().min(1).max(600), code: z.string().trim().min(6).max(12) }),
  output: recoveryCodes,
  confidential: true,
});

export const renewRecoveryCodes = defineEndpoint({
  id: 'twoFactor.renewRecoveryCodes',
  method: 'POST',
  path: `${path}/recoveryCodes`,
  access,
  summary: 'Create new recovery codes, shown once; old ones stop working',
  body: ownPassword,
  output: recoveryCodes,
  confidential: true,
});

export const disableTwoFactor = defineEndpoint({
  id: 'twoFactor.disable',
  method: 'POST',
  path: `${path}/disable`,
  access,
  summary: 'Turn off your two-factor authentication',
  body: ownPassword,
  successStatus: 204,
});
