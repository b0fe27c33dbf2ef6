import {
  audienceParts,
  getMail,
  listMails,
  type MailAudience,
  type MailView,
  sendMail,
  testMail,
} from '@lectern/contract/features/mail.ts';
import { type AudienceMeasure, measureAudience } from '@lectern/contract/features/mail-compose.ts';
import { listMailActivity } from '@lectern/contract/features/mail-detail.ts';
import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { fromZonedInput, toZonedInput, zoneName } from '../../../lib/zoned-time.ts';
import { SubjectShown } from '../mail-state.tsx';
import type { Composer } from './use-composer.ts';

type Asked = { kind: 'send' | 'schedule'; mail: MailView };

/** Test, schedule and send a draft; unsaved changes are saved first. */
export function SendActions({ mail, composer }: { mail: MailView; composer: Composer }) {
  const { compose, recipientStates } = useTexts().mail;
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
      state: recipientStates[lastTest.state],
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

/** Final confirmation, with the number of recipients. */
function SendDialog({ mail, onEnd }: { mail: MailView; onEnd: () => void }) {
  const { mail: texts, words } = useTexts();
  const { compose } = texts;
  const format = useFormat();
  const count = useAudienceMeasure(mail.audience).data?.recipients;
  const server = useQuery(queryOf(getMailServer, {}, { quiet: true })).data;
  const { send, busy, error } = useSend(mail, onEnd);
  const people = fillText(compose.sendTitle, { count: count === undefined ? '…' : format.number(count) });
  const title = count === 0 ? compose.sendNobodyTitle : people;
  const footer = (
    <>
      <Button data-first-focus onClick={onEnd}>
        {words.cancel}
      </Button>
      <Button look="primary" icon="send" busy={busy} disabled={count === 0} onClick={() => send(null)}>
        {compose.sendNow}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onEnd} footer={footer}>
      {error && <ErrorPanel error={error} title={compose.notSent} />}
      <p>
        <strong>
          <SubjectShown subject={mail.subject} />
        </strong>
      </p>
      <p>{count === 0 ? compose.sendNobody : server?.state === 'none' ? compose.sendNoServer : compose.sendText}</p>
    </Dialog>
  );
}

export function isNobody(audience: MailAudience): boolean {
  return !audience.everybody && audienceParts.every((part) => audience[part].length === 0);
}

/** Current size of an audience; refetched when the audience changes. */
export function useAudienceMeasure(audience: MailAudience) {
  return useQuery<AudienceMeasure, ApiError>({
    queryKey: ['mail audience', JSON.stringify(audience)],
    queryFn: ({ signal }) => call(measureAudience, { body: { audience } }, { signal, quiet: true }),
    enabled: !isNobody(audience),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

const hourMs = 3_600_000;

function ScheduleDialog({ mail, onEnd }: { mail: MailView; onEnd: () => void }) {
  const { mail: texts } = useTexts();
  const { compose } = texts;
  const { timeZone } = useCurrentUser();
  const [at, setAt] = useState(() => toZonedInput(new Date(Date.now() + hourMs).toISOString(), timeZone));
  const [problem, setProblem] = useState<string>();
  const { send, busy, error } = useSend(mail, onEnd);
  const submit = () => {
    const instant = fromZonedInput(at, timeZone);
    if (!instant || Date.parse(instant) <= Date.now()) setProblem(compose.pastTime);
    else send(instant);
  };
  return (
    <FormDialog
      title={compose.scheduleTitle}
      confirmLabel={compose.scheduleSubmit}
      busy={busy}
      error={error}
      errorTitle={compose.notSent}
      onConfirm={submit}
      onClose={onEnd}
    >
      <p>{compose.scheduleText}</p>{' '}
      <TextField
        label={compose.scheduleAt}
        type="datetime-local"
        value={at}
        error={problem}
        hint={fillText(compose.scheduleZone, { zone: zoneName(timeZone) })}
        data-first-focus
        onChange={(value) => {
          setAt(value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}

const stale = [getMail, listMails, listMailActivity, getMailServer];

/** Sends a draft now or at a given time; calls `onSent` once the server has accepted it. */
function useSend({ id, version }: MailView, onSent: () => void) {
  const { compose } = useTexts().mail;
  const format = useFormat();
  const send = useMutationOf(sendMail, { invalidates: stale, quiet: true, idempotent: true });
  return {
    error: send.error,
    busy: send.isPending,
    send: (sendAt: string | null) =>
      send.mutate(
        { params: { id }, body: { version, sendAt } },
        {
          onSuccess: () => {
            const title = sendAt ? fillText(compose.scheduled, { when: format.dateTime(sendAt) }) : compose.sent;
            notify({ level: 'success', title });
            onSent();
          },
        },
      ),
  };
}
