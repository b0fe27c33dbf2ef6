import type { MailRow, MailState, RecipientState } from '@lectern/contract/features/mail.ts';
import { checkMailServer, getMailServer } from '@lectern/contract/features/mail-server.ts';
import { linePieces, readableText } from '@lectern/contract/features/mail-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Status, type StatusTone } from '../../components/status.tsx';
import { type Format, useFormat } from '../../lib/format.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { sentenceGap } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { listHref } from './mail-href.ts';
import './subject-shown.css';
import './back-link.css';

const tones: Record<MailState, StatusTone> = {
  draft: 'idle',
  scheduled: 'info',
  sending: 'info',
  sent: 'ok',
  partlyFailed: 'warn',
  failed: 'bad',
  cancelled: 'idle',
};

/**
 * State of a mail, with progress while sending. A plain function instead of a component, because every list row calls
 * it.
 */
export function mailState(
  { state, counts, sendAt }: Pick<MailRow, 'state' | 'counts' | 'sendAt'>,
  texts: Texts,
  format: Format,
): ReactNode {
  const done = counts.total - counts.waiting;
  const progress = fillText(texts.mail.progress, { done: format.number(done), total: format.number(counts.total) });
  // Due but not started, because there is no mail server or no worker.
  const isDue = state === 'scheduled' && sendAt !== null && Date.parse(sendAt) <= Date.now();
  return (
    <Status tone={tones[state]}>
      {isDue ? texts.mail.waits : texts.mail.states[state]}
      {state === 'sending' && ` ${progress}`}
    </Status>
  );
}

const recipientTones: Record<RecipientState, StatusTone> = {
  waiting: 'info',
  handing: 'info',
  sent: 'ok',
  failed: 'bad',
  unknown: 'warn',
  skipped: 'idle',
};

export function recipientState(state: RecipientState, names: Texts['mail']['recipientStates']): ReactNode {
  return <Status tone={recipientTones[state]}>{names[state]}</Status>;
}

/** A subject with variables shown by name. */
export function SubjectShown({ subject }: { subject: string }) {
  const names = useTexts().words.mailVariables;
  return linePieces(subject).map(({ at, text, variable }) =>
    variable ? (
      <span key={at} className="mail-place">
        {names[variable]}
      </span>
    ) : (
      text
    ),
  );
}

/** The same as plain text. */
export function subjectText(subject: string): string {
  const names = dictionary.get().texts?.words.mailVariables;
  return names ? readableText(subject, names) : subject;
}

/** Back to the list view the user came from. */
export function BackLink() {
  const { searchStr } = useLocation();
  return (
    <AppLink to={listHref(searchStr)} className="mail-back">
      <Icon name="chevronLeft" size={14} />
      {useTexts().mail.compose.back}
    </AppLink>
  );
}

/** Says that mail is waiting and why; renders nothing when all is well. */
export function ServerNotice() {
  const { server } = useTexts().mail;
  const format = useFormat();
  const report = useQuery({ ...queryOf(getMailServer, {}, { quiet: true }), refetchInterval: 30_000 }).data;
  const check = useMutationOf(checkMailServer, { invalidates: [getMailServer] });
  if (!report || report.state === 'ok' || report.state === 'untried') return null;
  const waiting = report.waiting > 0 && fillText(server.waiting, { count: format.number(report.waiting) });
  if (report.state === 'none') {
    return (
      <Banner tone="warning" label={server.title} actions={waiting}>
        <strong>{server.none}</strong>
        {sentenceGap()}
        {server.noneText}
      </Banner>
    );
  }
  const tryNow = () =>
    check.mutate({}, { onSuccess: ({ state }) => state === 'ok' && notify({ level: 'success', title: server.works }) });
  return (
    <Banner
      tone="bad"
      label={server.title}
      actions={
        <>
          {waiting}
          <Button size="small" busy={check.isPending} onClick={tryNow}>
            {server.check}
          </Button>
        </>
      }
    >
      <strong>{server.down}</strong>
      {sentenceGap()}
      {fillText(server.downText, { problem: report.problem ?? '' })}{' '}
      {report.resumeAt && fillText(server.resume, { when: format.relativeTime(report.resumeAt) })}
    </Banner>
  );
}
