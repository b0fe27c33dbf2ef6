import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { accountLimits } from './auth.ts';

/** Lifetime of a reset link, in minutes; it works once. */
export const resetMinutes = 30;

export const askForPassword = defineEndpoint({
  id: 'passwordReset.ask',
  method: 'POST',
  path: '/auth/forgotten',
  access: { kind: 'open' },
  summary: 'Request a password reset; always gives the same answer',
  body: z.strictObject({ account: z.string().trim().min(1).max(accountLimits.account) }),
  /**
   * How the reset continues: by an emailed link or through an administrator. Depends only on the installation, so it
   * doesn't reveal whether the account exists.
   */
  output: z.strictObject({ by: z.enum(['mail', 'administrators']) }),
  successStatus: 202,
  rateLimit: { calls: 10, windowMs: 15 * 60_000 },
  confidential: true,
});

export const usePasswordReset = defineEndpoint({
  id: 'passwordReset.use',
  method: 'POST',
  path: '/auth/forgotten/password',
  access: { kind: 'open' },
  summary: 'Set a new password with a reset link; ends all sessions of the account',
  body: z.strictObject({
    token: z.string().min(1).max(200),
    newPassword: z.string().min(1).max(accountLimits.password),
  }),
  successStatus: 204,
  rateLimit: { calls: 30, windowMs: 15 * 60_000 },
  confidential: true,
});
