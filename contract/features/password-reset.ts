import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { accountLimits } from './auth.ts';

/** A link by mail opens the door once, and not for longer. */
export const resetMinutes = 30;

export const askForPassword = defineEndpoint({
  id: 'passwordReset.ask',
  method: 'POST',
  path: '/auth/forgotten',
  access: { kind: 'open' },
  summary: 'Request a password reset; always gives the same answer',
  body: z.strictObject({ account: z.string().trim().min(1).max(accountLimits.account) }),
  /** How it goes on: by a link in a mail, or by an administrator. It depends on the installation alone. */
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
