import { getMail, listMails, type MailView, testMail } from '@lectern/contract/features/mail.ts';
import { recipientStateWords } from '@lectern/contract/features/mail-words.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { isNobody } from './use-audience-measure.ts';
import type { Composer } from './use-composer.ts';

type Asked = { kind: 'send' | 'schedule'; mail: MailView };

/** What becomes of a draft. What was written is saved first. */
export function SendActions({ mail, composer }: { mail: MailView; composer: Composer }) {
  const { compose } = useTexts().mail;
  const format = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [saving, setSaving] = useState<'test' | Asked['kind'] | null>(null);
  const test = useMutationOf(testMail, { invalidates: [getMail, listMails] });
  const { form, editable } = composer;
  const { subject, body, audience } = form.values;
  const isWritten = subject.trim() !== '' && body.trim() !== '';
  const isReady = isWritten && !isNobody(audience);
  const withStored = async (what: 'test' | Asked['kind'], go: (stored: MailView) => void) => {
    setSaving(what);
    const stored = await composer.stored();
    setSaving(null);
    if (stored) go(stored);
  };
  const ask = (kind: Asked['kind']) => withStored(kind, (stored) => setAsked({ kind, mail: stored }));
  const sendTest = () =>
    withStored('test', ({ id }) =>
      test.mutate({ params: { id } }, { onSuccess: () => notify({ level: 'success', title: compose.testQueued }) }),
    );
  const { lastTest } = mail;
  const tested =
    lastTest &&
    fillText(compose.lastTest, {
      state: inLanguage(recipientStateWords)[lastTest.state],
      when: format.relativeTime(lastTest.at),
    });
  return (
    <>
      {tested && <small className="mail-tested">{tested}</small>}
      <Button
        icon="mail"
        busy={saving === 'test' || test.isPending}
        disabled={!isWritten || !editable}
        onClick={() => void sendTest()}
      >
        {compose.test}
      </Button>
      <Button
        icon="clock"
        busy={saving === 'schedule'}
        disabled={!isReady || !editable}
        onClick={() => void ask('schedule')}
      >
        {compose.schedule}
      </Button>
      <Button
        look="primary"
        icon="send"
        busy={saving === 'send'}
        disabled={!isReady || !editable}
        title={isReady ? undefined : compose.notReady}
        onClick={() => void ask('send')}
      >
        {compose.send}
      </Button>
      {asked?.kind === 'send' && <SendDialog mail={asked.mail} onEnd={() => setAsked(null)} />}
      {asked?.kind === 'schedule' && <ScheduleDialog mail={asked.mail} onEnd={() => setAsked(null)} />}
    </>
  );
}
