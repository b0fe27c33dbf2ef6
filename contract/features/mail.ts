import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';

const page = '/app/email/list' as const;
/** Sending email needs the editor ability; the recipients a sender can reach are limited to their data scope. */
export const mailAccess = { kind: 'page', pages: [page], ability: 'editor' } as const;

export const mailLimits = {
  subject: 200,
  body: 20_000,
  attachments: 10,
  attachmentBytes: 10_000_000,
  audience: 500,
  perMinute: 10_000,
  templates: 200,
  templateName: 100,
  /** How many skipped people are named per reason. */
  leftOutShown: 20,
} as const;

/** Emails that people write; `system` emails are sent by Lectern. */
export const writtenKinds = ['notice', 'task', 'report'] as const;
const mailKinds = [...writtenKinds, 'system'] as const;
export type MailKind = (typeof mailKinds)[number];

const mailStates = ['draft', 'scheduled', 'sending', 'sent', 'partlyFailed', 'failed', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

export const recipientStates = ['waiting', 'handing', 'sent', 'failed', 'unknown', 'skipped'] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Why someone in the audience doesn't receive the email. */
export const leftOutReasons = [
  'noAddress',
  'badAddress',
  'forbidden',
  'optedOut',
  'duplicate',
  'outsideScope',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Why a recipient was skipped or failed. */
export const recipientReasons = [
  ...leftOutReasons,
  'cancelled',
  'expired',
  'refused',
  'triedTooOften',
  'lostAnswer',
  'workerLost',
  'attachmentGone',
  'senderForbidden',
] as const;
export type RecipientReason = (typeof recipientReasons)[number];

const ids = z.array(z.uuid()).max(mailLimits.audience).default([]);
/** Everyone who matches any of the parts. Departments include their children. */
export const mailAudience = z.strictObject({
  everybody: z.boolean().default(false),
  colleges: ids,
  departments: ids,
  positions: ids,
  groups: ids,
  people: ids,
});
export type MailAudience = z.output<typeof mailAudience>;
export const audienceParts = ['colleges', 'departments', 'positions', 'groups', 'people'] as const;
export type AudiencePart = (typeof audienceParts)[number];
export const nobody: MailAudience = mailAudience.parse({});

/** A header must be one line: text that could start another header is refused rather than cleaned up. */
const oneLine = z.string().refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), problem('oneLine'));

export const mailFields = {
  kind: z.enum(writtenKinds),
  subject: oneLine.max(mailLimits.subject),
  body: z.string().max(mailLimits.body),
  templateId: z.uuid().nullable(),
  audience: mailAudience,
  /** Resources whose files are attached. */
  attachmentIds: z.array(z.uuid()).max(mailLimits.attachments),
  /** Emails per minute; null for as fast as the server accepts them. */
  throttle: z.number().int().min(1).max(mailLimits.perMinute).nullable(),
};
export const newMail = z.strictObject({
  kind: mailFields.kind.default('notice'),
  subject: mailFields.subject.default(''),
  body: mailFields.body.default(''),
  templateId: mailFields.templateId.default(null),
  audience: mailFields.audience.default(nobody),
  attachmentIds: mailFields.attachmentIds.default([]),
  throttle: mailFields.throttle.default(null),
});
export type NewMail = z.output<typeof newMail>;
export const mailChanges = z.strictObject(mailFields).partial();
export type MailChanges = z.output<typeof mailChanges>;

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const count = z.int32();

const mailCounts = z.strictObject({
  total: count,
  waiting: count,
  sent: count,
  failed: count,
  unknown: count,
  skipped: count,
});
export type MailCounts = z.output<typeof mailCounts>;

export const mailRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  subject: z.string(),
  /** Names of the chosen audience parts; empty with `everybody`. */
  audienceNames: z.array(z.string()),
  everybody: z.boolean(),
  counts: mailCounts,
  attachments: count,
  sender: named.nullable(),
  sendAt: z.iso.datetime().nullable(),
  begunAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Set if nothing could be sent. */
  failure: z.enum(recipientReasons).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: count,
});
export type MailRow = z.output<typeof mailRow>;

export const mailList = defineList({
  id: 'mail',
  texts: 'mail',
  page,
  ability: 'editor',
  path: '/mails',
  row: mailRow,
  columns: {
    subject: { sort: 'subject', always: true },
    kind: {},
    state: {},
    audience: {},
    recipients: { align: 'end' },
    sent: { align: 'end' },
    failed: { align: 'end' },
    skipped: { align: 'end' },
    attachments: { align: 'end', optional: true },
    sender: {},
    at: { sort: 'at' },
    created: { sort: 'created', optional: true },
  },
  filters: {
    subject: { kind: 'text' },
    state: { kind: 'many', values: mailStates },
    kind: { kind: 'many', values: mailKinds },
    /** Matches the name of the template. */
    template: { kind: 'text' },
    sender: { kind: 'person' },
    recipient: { kind: 'person' },
    hasFailed: { kind: 'yesNo' },
    hasAttachments: { kind: 'yesNo' },
    at: { kind: 'date' },
    created: { kind: 'date' },
  },
  sorts: ['subject', 'at', 'created'],
  defaultSort: '-at',
  tabs: ['all', 'drafts', 'scheduled', 'sending', 'sent', 'failed', 'system'],
});
export const { list: listMails, export: exportMails } = listEndpoints(mailList);

const mailAttachment = z.strictObject({
  resourceId: z.uuid(),
  title: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  /** false if the file was deleted or hidden, or the sender may no longer send it. */
  available: z.boolean(),
});
export type MailAttachment = z.output<typeof mailAttachment>;

const mailView = mailRow.extend({
  body: z.string(),
  template: named.nullable(),
  audience: mailAudience,
  /** Chosen audience parts with their names, for display. */
  chosen: z.array(z.strictObject({ part: z.enum(audienceParts), id: z.uuid(), name: z.string() })),
  files: z.array(mailAttachment),
  throttle: mailFields.throttle,
  /** The last test email. */
  lastTest: z
    .strictObject({ state: z.enum(recipientStates), reason: z.enum(recipientReasons).nullable(), at: z.iso.datetime() })
    .nullable(),
});
export type MailView = z.output<typeof mailView>;

/** Used in the URL in place of an ID for an email that hasn't been saved. */
export const newMailId = 'new';

const base = '/mails/{id}';
export const getMail = defineEndpoint({
  id: 'mail.get',
  method: 'GET',
  path: base,
  access: mailAccess,
  summary: 'Get an email with its content and progress',
  params: idParams,
  output: mailView,
});

export const createMail = defineEndpoint({
  id: 'mail.create',
  method: 'POST',
  path: '/mails',
  access: mailAccess,
  summary: 'Create an email draft',
  body: newMail,
  output: mailView,
  successStatus: 201,
});

export const updateMail = defineEndpoint({
  id: 'mail.update',
  method: 'PATCH',
  path: base,
  access: mailAccess,
  summary: 'Change an email draft; 409 if someone else changed it, 422 for unknown variables',
  params: idParams,
  body: mailChanges.extend({ version: count }),
  output: mailView,
});

export const duplicateMail = defineEndpoint({
  id: 'mail.duplicate',
  method: 'POST',
  path: `${base}/duplicate`,
  access: mailAccess,
  summary: 'Duplicate an email as a draft',
  params: idParams,
  output: mailView,
  successStatus: 201,
});

export const sendMail = defineEndpoint({
  id: 'mail.send',
  method: 'POST',
  path: `${base}/send`,
  access: mailAccess,
  summary: 'Send a draft now or later; recipients are resolved when it’s sent',
  params: idParams,
  body: z.strictObject({ version: count, sendAt: z.iso.datetime().nullable() }),
  output: mailView,
});

export const cancelMail = defineEndpoint({
  id: 'mail.cancel',
  method: 'POST',
  path: `${base}/cancel`,
  access: mailAccess,
  summary: 'Cancel a scheduled or sending email; delivered copies stay',
  params: idParams,
  output: mailView,
});

export const retryKinds = ['failed', 'unknown'] as const;
export const retryMail = defineEndpoint({
  id: 'mail.retry',
  method: 'POST',
  path: `${base}/retry`,
  access: mailAccess,
  summary: 'Resend to failed or uncertain recipients; the uncertain may get it twice',
  params: idParams,
  body: z.strictObject({ which: z.enum(retryKinds) }),
  output: mailView,
});

export const testMail = defineEndpoint({
  id: 'mail.test',
  method: 'POST',
  path: `${base}/test`,
  access: mailAccess,
  rateLimit: { calls: 20, windowMs: 10 * 60_000 },
  summary: 'Send a test to yourself',
  params: idParams,
  output: mailView,
});

/** Inputs of list actions on emails. */
export const mailActionInputs = {
  cancel: z.strictObject({}),
  retryFailed: z.strictObject({}),
  delete: z.strictObject({}),
} as const;
export type MailAction = keyof typeof mailActionInputs;
