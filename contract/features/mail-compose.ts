import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import {
  leftOutReasons,
  mailAccess,
  mailAudience,
  mailFields,
  mailLimits,
  recipientReasons,
  recipientStates,
} from './mail.ts';

const count = z.number().int();
const person = z.strictObject({ id: z.uuid(), name: z.string() });

const audienceMeasure = z.strictObject({
  /** Number of people who would receive it now. */
  recipients: count,
  leftOut: z.array(
    z.strictObject({
      reason: z.enum(leftOutReasons),
      count,
      /** The first few, by name. */
      people: z.array(person).max(mailLimits.leftOutShown),
    }),
  ),
});
export type AudienceMeasure = z.output<typeof audienceMeasure>;

export const measureAudience = defineEndpoint({
  id: 'mail.measureAudience',
  method: 'POST',
  path: '/mails/audience',
  access: mailAccess,
  summary: 'Count an audience, with skipped people and reasons',
  body: z.strictObject({ audience: mailAudience }),
  output: audienceMeasure,
});

export const listAudienceChoices = defineEndpoint({
  id: 'mail.audienceChoices',
  method: 'GET',
  path: '/mails/audience/choices',
  access: mailAccess,
  summary: 'List permission groups to choose from',
  output: z.strictObject({ groups: z.array(person) }),
});

const mailPreview = z.strictObject({
  to: z.strictObject({ name: z.string(), address: z.string().nullable() }),
  subject: z.string(),
  /** Values of the variables for this person. */
  values: z.record(z.string(), z.string()),
  text: z.string(),
  html: z.string(),
  /** The raw message as it would be sent, without the content of attachments. */
  source: z.string(),
});
export type MailPreview = z.output<typeof mailPreview>;

export const previewMail = defineEndpoint({
  id: 'mail.preview',
  method: 'POST',
  path: '/mails/preview',
  access: mailAccess,
  summary: 'Preview an email as one person would receive it',
  body: z.strictObject({
    subject: mailFields.subject,
    body: mailFields.body,
    /** null for the caller. */
    userId: z.uuid().nullable(),
  }),
  output: mailPreview,
});

export const previewStoredMail = defineEndpoint({
  id: 'mail.previewStored',
  method: 'GET',
  path: '/mails/{id}/preview',
  access: mailAccess,
  summary: 'Preview an email as sent to one recipient, without secrets',
  params: idParams,
  query: z.strictObject({ recipientId: z.uuid().optional() }),
  output: mailPreview,
});

const mailRecipient = z.strictObject({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  name: z.string(),
  address: z.string().nullable(),
  state: z.enum(recipientStates),
  reason: z.enum(recipientReasons).nullable(),
  /** Response of the mail server. */
  answer: z.string().nullable(),
  tries: count,
  messageId: z.string().nullable(),
  /** Set while waiting to retry after a failure. */
  nextTryAt: z.iso.datetime().nullable(),
  at: z.iso.datetime().nullable(),
});
export type MailRecipient = z.output<typeof mailRecipient>;

const recipientQuery = {
  state: z.enum(recipientStates).optional(),
  search: z.string().trim().max(200).default(''),
};

export const listMailRecipients = defineEndpoint({
  id: 'mail.listRecipients',
  method: 'GET',
  path: '/mails/{id}/recipients',
  access: mailAccess,
  summary: 'List the recipients with state, reason and attempts',
  params: idParams,
  query: z.strictObject({
    ...recipientQuery,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.strictObject({ rows: z.array(mailRecipient), count }),
});

export const exportMailRecipients = defineEndpoint({
  id: 'mail.exportRecipients',
  method: 'GET',
  path: '/mails/{id}/recipients/export',
  access: mailAccess,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Export the recipients as CSV',
  params: idParams,
  query: z.strictObject(recipientQuery),
});
