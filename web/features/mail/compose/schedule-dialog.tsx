import type { MailView } from '@lectern/contract/features/mail.ts';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';
import { useSend } from './use-send.ts';

const hourMs = 3_600_000;

/** When it should go out. */
export function ScheduleDialog({ mail, onEnd }: { mail: MailView; onEnd: () => void }) {
  const { mail: texts, words } = useTexts();
  const { compose } = texts;
  const { timeZone } = useCurrentUser();
  const form = useId();
  const [at, setAt] = useState(() => toZonedInput(new Date(Date.now() + hourMs).toISOString(), timeZone));
  const [problem, setProblem] = useState<string>();
  const { send, busy, error } = useSend(mail, onEnd);
  const submit = () => {
    const instant = fromZonedInput(at, timeZone);
    if (!instant || Date.parse(instant) <= Date.now()) setProblem(compose.pastTime);
    else send(instant);
  };
  const footer = (
    <>
      <Button onClick={onEnd}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={busy}>
        {compose.scheduleSubmit}
      </Button>
    </>
  );
  return (
    <Dialog open title={compose.scheduleTitle} onClose={onEnd} footer={footer}>
      {error && <ErrorPanel error={error} title={compose.notSent} />}
      <p>{compose.scheduleText}</p>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={compose.scheduleAt}
          type="datetime-local"
          value={at}
          error={problem}
          hint={fillText(compose.scheduleZone, { zone: timeZone })}
          data-first-focus
          onChange={(value) => {
            setAt(value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
