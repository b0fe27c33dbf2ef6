import type { MailRow, MailState, RecipientState } from '@lectern/contract/features/mail.ts';
import type { ReactNode } from 'react';
import { Status, type StatusTone } from '../../components/status.tsx';
import type { Format } from '../../lib/format.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

const tones: Record<MailState, StatusTone> = {
  draft: 'idle',
  scheduled: 'info',
  sending: 'info',
  sent: 'ok',
  partlyFailed: 'warn',
  failed: 'bad',
  cancelled: 'idle',
};

/** A mail's state, and how far it is while it is being sent. A plain function, because every row calls it. */
export function mailState(
  { state, counts, sendAt }: Pick<MailRow, 'state' | 'counts' | 'sendAt'>,
  texts: Texts,
  format: Format,
): ReactNode {
  const done = counts.total - counts.waiting;
  const progress = fillText(texts.mail.progress, { done: format.number(done), total: format.number(counts.total) });
  // Its time has come, and nobody has begun: there is no mail server, or no worker.
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
