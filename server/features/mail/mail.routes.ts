import {
  cancelMail,
  createMail,
  duplicateMail,
  exportMails,
  getMail,
  listMails,
  type MailRow,
  retryMail,
  sendMail,
  testMail,
  updateMail,
} from '@lectern/contract/features/mail.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import { mailListSource } from './list/mail-list.source.ts';
import type { MailService } from './mail.service.ts';
import type { MailSendingService } from './mail-sending.service.ts';

type Services = { mails: MailService; sending: MailSendingService; reader: ListReader; exporter: ListExporter };

export function registerMails(registry: EndpointRegistry, { mails, sending, reader, exporter }: Services): void {
  registry.handle(
    listMails,
    async ({ query }, { principal }) => (await reader.page(mailListSource, query, principal)) as ListPage<MailRow>,
  );
  registry.handleStream(exportMails, ({ query }, context, { reply }) =>
    exporter.answer(mailListSource, query, context, reply),
  );
  registry.handle(getMail, ({ params }, { principal }) => mails.get(principal, params.id));
  registry.handle(createMail, ({ body }, context) => mails.create(context, body));
  registry.handle(updateMail, ({ params, body }, context) => mails.update(context, params.id, body));
  registry.handle(duplicateMail, ({ params }, context) => mails.duplicate(context, params.id));
  registry.handle(sendMail, ({ params, body }, context) => sending.send(context, params.id, body));
  registry.handle(cancelMail, ({ params }, context) => sending.cancel(context, params.id));
  registry.handle(retryMail, ({ params, body }, context) => sending.retry(context, params.id, body.which));
  registry.handle(testMail, ({ params }, context) => sending.test(context, params.id));
}
