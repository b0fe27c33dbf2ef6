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
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MailService } from './mail.service.ts';
import type { MailSendingService } from './mail-sending.service.ts';

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
