import {
  cancelMail,
  createMail,
  duplicateMail,
  getMail,
  retryMail,
  sendMail,
  testMail,
  updateMail,
} from '@lectern/contract/features/mail.ts';
import {
  exportMailRecipients,
  listAudienceChoices,
  listMailRecipients,
  measureAudience,
  previewMail,
  previewStoredMail,
} from '@lectern/contract/features/mail-compose.ts';
import {
  checkMailServer,
  getMailPreference,
  getMailServer,
  setMailPreference,
} from '@lectern/contract/features/mail-server.ts';
import {
  createMailTemplate,
  deleteMailTemplate,
  listMailTemplates,
  updateMailTemplate,
} from '@lectern/contract/features/mail-template.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ComposeService } from './compose/compose.service.ts';
import type { TemplateService } from './compose/template.service.ts';
import type { MailService } from './mail.service.ts';
import type { MailSendingService } from './mail-sending.service.ts';
import type { MailServerService } from './mail-server.service.ts';
import type { RecipientService } from './recipient.service.ts';

type Services = { mails: MailService; sending: MailSendingService };

export function registerMails(registry: EndpointRegistry, { mails, sending }: Services): void {
  registry.handle(getMail, ({ params }, { principal }) => mails.get(principal, params.id));
  registry.handle(createMail, ({ body }, context) => mails.create(context, body));
  registry.handle(updateMail, ({ params, body }, context) => mails.update(context, params.id, body));
  registry.handle(duplicateMail, ({ params }, context) => mails.duplicate(context, params.id));
  registry.handle(sendMail, ({ params, body }, context) => sending.send(context, params.id, body));
  registry.handle(cancelMail, ({ params }, context) => sending.cancel(context, params.id));
  registry.handle(retryMail, ({ params, body }, context) => sending.retry(context, params.id, body.which));
  registry.handle(testMail, ({ params }, context) => sending.test(context, params.id));
}

type ComposeServices = {
  compose: ComposeService;
  recipients: RecipientService;
  templates: TemplateService;
  server: MailServerService;
};

export function registerMailTools(registry: EndpointRegistry, services: ComposeServices): void {
  const { compose, recipients, templates, server } = services;
  registry.handle(measureAudience, ({ body }, { principal }) => compose.measure(principal, body.audience));
  registry.handle(listAudienceChoices, () => compose.choices());
  registry.handle(previewMail, ({ body }, { principal }) => compose.preview(principal, body));
  registry.handle(previewStoredMail, ({ params, query }, { principal }) =>
    compose.previewStored(principal, params.id, query.recipientId),
  );
  registry.handle(listMailRecipients, ({ params, query }, { principal }) =>
    recipients.list(principal, params.id, query),
  );
  registry.handleStream(exportMailRecipients, async ({ params, query }, { principal }, { reply }) => {
    const lines = await recipients.export(principal, params.id, query);
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="recipients.csv"',
    });
    return reply.send(lines);
  });
  registry.handle(listMailTemplates, () => templates.list());
  registry.handle(createMailTemplate, ({ body }, context) => templates.create(context, body));
  registry.handle(updateMailTemplate, ({ params, body }, context) => templates.update(context, params.id, body));
  registry.handle(deleteMailTemplate, async ({ params }, context) => {
    await templates.delete(context, params.id);
    return null;
  });
  registry.handle(getMailServer, () => server.report());
  registry.handle(checkMailServer, () => server.check());
  registry.handle(getMailPreference, (_, { principal }) => server.preference(principal.userId));
  registry.handle(setMailPreference, ({ body }, context) => server.setPreference(context, body.optedOut));
}
