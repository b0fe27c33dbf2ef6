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
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { MailServerService } from '../mail-server.service.ts';
import type { RecipientService } from '../recipient.service.ts';
import type { TemplateService } from '../template/template.service.ts';
import type { ComposeService } from './compose.service.ts';

type Services = {
  compose: ComposeService;
  recipients: RecipientService;
  templates: TemplateService;
  server: MailServerService;
};

export function registerMailTools(registry: EndpointRegistry, services: Services): void {
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
