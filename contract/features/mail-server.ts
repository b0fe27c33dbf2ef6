import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** `none`: not configured. `untried`: nothing sent yet. */
const mailServerStates = ['none', 'untried', 'ok', 'down'] as const;
export type MailServerState = (typeof mailServerStates)[number];

export const mailServerReport = z.strictObject({
  state: z.enum(mailServerStates),
  /** Host and port, never the user name. */
  host: z.string().nullable(),
  from: z.string().nullable(),
  problem: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  /** When sending is retried automatically. */
  resumeAt: z.iso.datetime().nullable(),
  /** Number of recipients whose email is waiting to be sent. */
  waiting: z.number().int(),
});
export type MailServerReport = z.output<typeof mailServerReport>;

const access = {
  kind: 'page',
  pages: ['/app/email/list', '/app/system/settings', '/app/system/health'],
  ability: 'editor',
} as const;

export const getMailServer = defineEndpoint({
  id: 'mail.server',
  method: 'GET',
  path: '/mail-server',
  access,
  summary: 'Get the configured mail server',
  output: mailServerReport,
});

export const checkMailServer = defineEndpoint({
  id: 'mail.checkServer',
  method: 'POST',
  path: '/mail-server/check',
  access,
  rateLimit: { calls: 10, windowMs: 60_000 },
  summary: 'Test the connection to the mail server without sending',
  output: mailServerReport,
});

const mailPreference = z.strictObject({ optedOut: z.boolean() });

export const getMailPreference = defineEndpoint({
  id: 'mail.preference',
  method: 'GET',
  path: '/mail-preference',
  access: { kind: 'signedIn' },
  summary: 'Get whether you receive announcements by email',
  output: mailPreference,
});

export const setMailPreference = defineEndpoint({
  id: 'mail.setPreference',
  method: 'PUT',
  path: '/mail-preference',
  access: { kind: 'signedIn' },
  summary: 'Turn announcement emails on or off',
  body: mailPreference,
  output: mailPreference,
});
