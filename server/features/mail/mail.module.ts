import { mailDetailEndpoints } from '@lectern/contract/features/mail-detail.ts';
import { composeMessage, smtpEngine } from '../../engines/mail/smtp-engine.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { newId } from '../../platform/new-id.ts';
import type { DeliveryService } from '../delivery/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { getActor } from '../operation/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { libraryFiles } from './attachments.ts';
import { ComposeService } from './compose/compose.service.ts';
import { MailWriter, mailOrigin } from './compose/mail-writer.ts';
import { TemplateService } from './compose/template.service.ts';
import { AttachmentCache, beginDue, MailDeliverer } from './delivery/mail-deliverer.ts';
import { MailLoop } from './delivery/mail-loop.ts';
import { purgeOldMails } from './mail.repository.ts';
import { registerMails, registerMailTools } from './mail.routes.ts';
import { MailService, mailDetailSource } from './mail.service.ts';
import { mailActions } from './mail-actions.ts';
import { MailAnnouncer } from './mail-announcer.ts';
import { mailListSource } from './mail-list.source.ts';
import { mailAudienceMentions, mailMentions } from './mail-mentions.ts';
import { MailSendingService } from './mail-sending.service.ts';
import { MailServerService } from './mail-server.service.ts';
import { RecipientService } from './recipient.service.ts';
import { SystemMailService } from './system-mail.service.ts';

type Dependencies = {
  settings: SettingsService;
  notifications: NotificationService;
  deliveries: Pick<DeliveryService, 'version'>;
};

const fallbackSender = { name: 'Lectern', address: 'lectern@localhost.localdomain' };

export function mailModule(platform: Platform, { settings, notifications, deliveries }: Dependencies) {
  const { config, db, logger, publisher, fileStore, box, languageOf } = platform;
  const engine = config.mail && smtpEngine(config.mail);
  const from = config.mail?.from ?? fallbackSender;
  const origin = mailOrigin(config);
  const platformName = async () => (await settings.current()).platformName;
  const domain = from.address.split('@')[1] ?? 'localhost';
  const writer = new MailWriter({ origin, timeZone: config.timeZone, platformName, domain });
  const attachments = libraryFiles({ db, fileStore, deliveries });
  const announcer = new MailAnnouncer({ publisher, notifications });
  const mails = new MailService({ db, attachments, announcer });
  const sending = new MailSendingService({ db, mails, announcer });
  const server = new MailServerService(db, engine);
  const senderOf = (executor: Executor, userId: string) => getActor(executor, userId, '');
  const requireAttachable: MailService['requireAttachable'] = (sender, ids) => mails.requireAttachable(sender, ids);
  const files = new AttachmentCache({ db, attachments, senderOf });
  const handlerId = newId();
  const loop = new MailLoop({
    db,
    engine,
    handlerId,
    announcer,
    logger,
    begin: () => beginDue({ db, announcer, senderOf, requireAttachable }),
    openDeliverer() {
      if (!engine) throw new Error('There is no mail server');
      return new MailDeliverer({ db, writer, files, box, handlerId }, engine.openLane());
    },
  });
  const maintenance: MaintenanceStep[] = [{ what: 'old system emails', run: purgeOldMails }];
  return {
    system: new SystemMailService({ configured: engine !== undefined, box, origin, platformName }),
    server,
    loop,
    maintenance,
    lists: [mailListSource],
    mentions: [mailMentions, mailAudienceMentions],
    actions: mailActions(sending),
    loops: [loop],
    details: [{ endpoints: mailDetailEndpoints, source: mailDetailSource(mails) }],
    register(registry: EndpointRegistry): void {
      registerMails(registry, { mails, sending });
      registerMailTools(registry, {
        compose: new ComposeService({ db, writer, compose: (mail) => composeMessage(from, mail) }),
        recipients: new RecipientService({ db, languageOf }),
        templates: new TemplateService(db),
        server,
      });
    },
  };
}
