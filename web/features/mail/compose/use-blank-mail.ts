import { type MailView, newMail, newMailId } from '@lectern/contract/features/mail.ts';
import { listMailTemplates, type MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { queryOf } from '../../../lib/queries.ts';

/** What a mail begins with that nobody stored yet; nothing while the template is fetched that the address names. */
export function useBlankMail(wanted: boolean): MailView | undefined {
  const { id, name } = useCurrentUser();
  const { searchStr } = useLocation();
  const templateId = new URLSearchParams(searchStr).get('template');
  const asks = wanted && templateId !== null;
  const templates = useQuery({ ...queryOf(listMailTemplates, {}, { quiet: true }), enabled: asks });
  if (!wanted || (asks && templates.isPending)) return undefined;
  // Without the template, which may be gone, one still can write.
  return blankMail(
    { id, name },
    templates.data?.find((one) => one.id === templateId),
  );
}

function blankMail(sender: { id: string; name: string }, template: MailTemplate | undefined): MailView {
  const { kind, audience, throttle } = newMail.parse({});
  const now = new Date().toISOString();
  return {
    id: newMailId,
    kind,
    state: 'draft',
    subject: template?.subject ?? '',
    body: template?.body ?? '',
    template: template ? { id: template.id, name: template.name } : null,
    audience,
    audienceNames: [],
    everybody: false,
    chosen: [],
    files: [],
    attachments: 0,
    throttle,
    counts: { total: 0, waiting: 0, sent: 0, failed: 0, unknown: 0, skipped: 0 },
    sender,
    sendAt: null,
    begunAt: null,
    finishedAt: null,
    failure: null,
    lastTest: null,
    createdAt: now,
    updatedAt: now,
    version: 0,
  };
}
