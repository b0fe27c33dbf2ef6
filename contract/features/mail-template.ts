import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { mailAccess, mailFields, mailLimits } from './mail.ts';

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const fields = {
  name: z.string().trim().min(1).max(mailLimits.templateName),
  subject: mailFields.subject,
  body: mailFields.body,
};

const mailTemplate = z.strictObject({
  id: z.uuid(),
  ...fields,
  /** Number of emails written from it. */
  mails: z.number().int(),
  updatedBy: named.nullable(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type MailTemplate = z.output<typeof mailTemplate>;

export const listMailTemplates = defineEndpoint({
  id: 'mail.listTemplates',
  method: 'GET',
  path: '/mail-templates',
  access: mailAccess,
  summary: 'List templates by name',
  output: z.array(mailTemplate),
});

export const createMailTemplate = defineEndpoint({
  id: 'mail.createTemplate',
  method: 'POST',
  path: '/mail-templates',
  access: mailAccess,
  summary: 'Create a template; unknown variables are refused',
  body: z.strictObject(fields),
  output: mailTemplate,
  successStatus: 201,
});

export const updateMailTemplate = defineEndpoint({
  id: 'mail.updateTemplate',
  method: 'PATCH',
  path: '/mail-templates/{id}',
  access: mailAccess,
  summary: 'Change a template; emails written from it stay as they are',
  params: idParams,
  body: z.strictObject(fields).partial().extend({ version: z.int32() }),
  output: mailTemplate,
});

export const deleteMailTemplate = defineEndpoint({
  id: 'mail.deleteTemplate',
  method: 'DELETE',
  path: '/mail-templates/{id}',
  access: mailAccess,
  summary: 'Delete a template; emails written from it stay',
  params: idParams,
  successStatus: 204,
});
