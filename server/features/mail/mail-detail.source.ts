import { mailChanges } from '@lectern/contract/features/mail.ts';
import { mailDetail } from '@lectern/contract/features/mail-detail.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { audienceOf, findMail, listAttachmentIds } from './mail.repository.ts';
import type { MailService } from './mail.service.ts';

/** A mail as the edit lock and the activity see it. */
export function mailDetailSource(mails: Pick<MailService, 'update'>): DetailSource {
  return {
    detail: mailDetail,
    async find(db, principal, id) {
      const mail = await findMail(db, principal, id);
      if (!mail) return undefined;
      return {
        version: mail.version,
        mayEdit: mail.state === 'draft' && hasAbility(principal.roleId, mailDetail.ability),
        values: {
          kind: mail.kind,
          subject: mail.subject,
          body: mail.body,
          templateId: mail.template_id,
          audience: audienceOf(mail.audience),
          attachmentIds: await listAttachmentIds(db, id),
          throttle: mail.throttle,
        },
      };
    },
    async change(context, id, values, version) {
      const parsed = mailChanges.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await mails.update(context, id, { ...parsed.data, version });
    },
  };
}
