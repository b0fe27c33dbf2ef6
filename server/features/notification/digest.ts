import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { Db } from '../../platform/db/database.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { SystemMail } from '../mail/public.ts';
import { getAddressee, listDigestPeople, takeDigest, type Undelivered } from './delivery.repository.ts';
import { sentenceOf } from './notification.presenter.ts';

const mostLines = 50;

/** One mail a day to everybody who wants one, with everything since the last; none when nothing happened. */
export async function sendDigests(db: Db, mail: SystemMail, signal: AbortSignal): Promise<number> {
  if (!mail.configured()) return 0;
  let sent = 0;
  for (const userId of await listDigestPeople(db)) {
    if (signal.aborted) break;
    await db.transaction().execute(async (transaction) => {
      const undelivered = await takeDigest(transaction, userId);
      if (undelivered.length === 0) return;
      const { language } = await getAddressee(transaction, userId);
      const params = { count: String(undelivered.length), lines: linesOf(undelivered, language) };
      await mail.queue(transaction, { userId, template: 'digest', params, link: '/app/system/task' });
      sent += 1;
    });
  }
  return sent;
}

function linesOf(undelivered: readonly Undelivered[], language: Language): string {
  const lines = undelivered
    .slice(0, mostLines)
    .map((one) => sentenceOf(one as { kind: NotificationKind } & Undelivered, language));
  const count = undelivered.length - mostLines;
  if (count > 0) lines.push(fillText(messagesIn(language).systemMail.digest.more, { count }, language));
  return lines.join('\n');
}
