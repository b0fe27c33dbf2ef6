import { mailDetailEndpoints } from '@lectern/contract/features/mail-detail.ts';
import { composeMessage } from '../../engines/mail/compose-message.ts';
import { smtpEngine } from '../../engines/mail/smtp-engine.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { newId } from '../../platform/new-id.ts';
import type { DeliveryService } from '../delivery/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { getActor } from '../operation/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { mailActions } from './actions/mail-actions.ts';
import { registerMailTools } from './compose/compose.routes.ts';
import { ComposeService } from './compose/compose.service.ts';
import { MailWriter } from './compose/mail-writer.ts';
import { AttachmentCache, beginDue, MailHand } from './hand-over/mail-hand.ts';
import { MailLoop } from './hand-over/mail-loop.ts';
import { libraryFiles } from './library-files.ts';
import { mailListSource } from './list/mail-list.source.ts';
import { registerMails } from './mail.routes.ts';
import { MailService } from './mail.service.ts';
import { MailAnnouncer } from './mail-announcer.ts';
import { mailDetailSource } from './mail-detail.source.ts';
import { mailAudienceMentions, mailMentions } from './mail-mentions.ts';
import { mailOrigin } from './mail-origin.ts';
import { MailSendingService } from './mail-sending.service.ts';
import { MailServerService } from './mail-server.service.ts';
import { purgeOldMails } from './purge-old-mails.ts';
import { RecipientService } from './recipient.service.ts';
import { SystemMailService } from './system/system-mail.service.ts';
import { TemplateService } from './template/template.service.ts';

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
    openHand() {
      if (!engine) throw new Error('There is no mail server');
      return new MailHand({ db, writer, files, box, handlerId }, engine.openLane());
    },
  });
  const maintenance: MaintenanceStep[] = [{ what: 'old mails of the product itself', run: purgeOldMails }];
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
