import type { MailView } from '@lectern/contract/features/mail.ts';
import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { SubjectShown } from '../subject-shown.tsx';
import { useAudienceMeasure } from './use-audience-measure.ts';
import { useSend } from './use-send.ts';

/** The last question before it goes out, with how many it is. */
export function SendDialog({ mail, onEnd }: { mail: MailView; onEnd: () => void }) {
  const { mail: texts, words } = useTexts();
  const { compose } = texts;
  const format = useFormat();
  const count = useAudienceMeasure(mail.audience).data?.recipients;
  const server = useQuery(queryOf(getMailServer, {}, { quiet: true })).data;
  const { send, busy, error } = useSend(mail, onEnd);
  const people = fillText(compose.sendTitle, { count: count === undefined ? '…' : format.number(count) });
  const title = count === 0 ? compose.sendNobodyTitle : count === 1 ? compose.sendOneTitle : people;
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
