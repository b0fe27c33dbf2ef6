import os from 'node:os';
import { mailDetailEndpoints } from '@lectern/contract/features/mail-detail.ts';
import type { Language } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { composeMessage } from './engines/mail/compose-message.ts';
import { smtpEngine } from './engines/mail/smtp-engine.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { DeliveryService } from './features/delivery/delivery.service.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { mailActions } from './features/mail/actions/mail-actions.ts';
import type { Attachments } from './features/mail/attachments.ts';
import { registerMailTools } from './features/mail/compose/compose.routes.ts';
import { ComposeService } from './features/mail/compose/compose.service.ts';
import { MailWriter } from './features/mail/compose/mail-writer.ts';
import { AttachmentCache } from './features/mail/hand-over/attachment-cache.ts';
import { beginDue } from './features/mail/hand-over/begin-due.ts';
import { MailHand } from './features/mail/hand-over/mail-hand.ts';
import { MailLoop } from './features/mail/hand-over/mail-loop.ts';
import { registerMails } from './features/mail/mail.routes.ts';
import { MailService } from './features/mail/mail.service.ts';
import { MailAnnouncer } from './features/mail/mail-announcer.ts';
import { mailDetailSource } from './features/mail/mail-detail.source.ts';
import { MailSendingService } from './features/mail/mail-sending.service.ts';
import { MailServerService } from './features/mail/mail-server.service.ts';
import { purgeOldMails } from './features/mail/purge-old-mails.ts';
import { RecipientService } from './features/mail/recipient.service.ts';
import { SystemMailService } from './features/mail/system/system-mail.service.ts';
import { TemplateService } from './features/mail/template/template.service.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { getActor } from './features/operation/actor.repository.ts';
import { findReadable } from './features/resource/resource.repository.ts';
import { readable } from './features/resource/resource-scope.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { AppError } from './platform/app-error.ts';
import type { Config } from './platform/config/config.ts';
import type { Db, Executor } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { newId } from './platform/new-id.ts';
import { isPublicResource } from './platform/publication/public-condition.ts';
import type { SealedBox } from './platform/sealing/sealed-box.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  logger: Logger;
  config: Pick<Config, 'mail' | 'publicOrigin' | 'host' | 'port' | 'timeZone'>;
  publisher: EventPublisher;
  notifications: NotificationService;
  settings: SettingsService;
  fileStore: FileStore;
  box: SealedBox;
};
type Surroundings = {
  reader: ListReader;
  exporter: ListExporter;
  languageOf(userId: string): Promise<Language>;
};

const nobodys = { name: 'Lectern', address: 'lectern@localhost.localdomain' };

/** Part of the container: mail that people write, mail that the product sends, and handing it over. */
export function buildMail({ db, logger, config, publisher, notifications, settings, fileStore, box }: Given) {
  const engine = config.mail && smtpEngine(config.mail);
  const from = config.mail?.from ?? nobodys;
  // Never by what a request says of itself: whoever sends it could make links of mails lead elsewhere.
  const host = /^(0\.0\.0\.0|::)$/.test(config.host) ? os.hostname() : config.host;
  const origin = config.publicOrigin ?? `http://${host}:${config.port}`;
  const platformName = async () => (await settings.current()).platformName;
  const domain = from.address.split('@')[1] ?? 'localhost';
  const writer = new MailWriter({ origin, timeZone: config.timeZone, platformName, domain });
  const attachments = libraryFiles(db, fileStore, config.timeZone);
  const announcer = new MailAnnouncer({ publisher, notifications });
  const mails = new MailService({ db, attachments, announcer });
  const sending = new MailSendingService({ db, mails, announcer });
  const server = new MailServerService(db, engine);
  const senderOf = (executor: Executor, userId: string) => getActor(executor, userId, '');
  const files = new AttachmentCache({ db, attachments, senderOf });
  const handlerId = newId();
  const loop = new MailLoop({
    ...{ db, engine, handlerId, announcer, logger },
    begin: () =>
      beginDue({ db, announcer, senderOf, requireAttachable: (sender, ids) => mails.requireAttachable(sender, ids) }),
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
    actions: mailActions(sending),
    register(registry: EndpointRegistry, { reader, exporter, languageOf }: Surroundings): void {
      registerMails(registry, { mails, sending, reader, exporter });
      registerMailTools(registry, {
        compose: new ComposeService({ db, writer, compose: (mail) => composeMessage(from, mail) }),
        recipients: new RecipientService({ db, languageOf }),
        templates: new TemplateService(db),
        server,
      });
      const detail = mailDetailSource(mails);
      registerEditLock(registry, mailDetailEndpoints, detail, new EditLockService(db));
      registerActivity(registry, mailDetailEndpoints, detail, new ActivityService(db));
    },
  };
}

/** A mail carries what its readers, who belong to the campus, would get from the portal, regardless of the sender. */
function libraryFiles(db: Db, fileStore: FileStore, timeZone: string): Attachments {
  const nothing = () => sql`false`;
  const isPublic = isPublicResource({ audience: 'campus', timeZone });
  const deliveries = new DeliveryService({
    db,
    readable: (principal) => sql`(${readable(principal)} and ${isPublic})`,
    keeps: nothing,
    original: nothing,
  });
  return {
    async find(principal, resourceId) {
      try {
        const resource = await findReadable(db, principal, resourceId);
        const versionId = resource.version_id;
        const { name, contentType, sizeBytes, storeKey } = await deliveries.version(principal, {
          resourceId,
          versionId,
        });
        return { title: resource.title, name, contentType, sizeBytes, storeKey };
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
    open: async (storeKey) => (await fileStore.open(storeKey)).stream,
  };
}
