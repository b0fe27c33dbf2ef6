import {
  checkMailServer,
  getMailServer,
  type MailServerReport,
  type MailServerState,
} from '@lectern/contract/features/mail-server.ts';
import { useFormat } from '../lib/format.ts';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { notify } from '../lib/notifications.ts';
import { useMutationOf } from '../lib/queries.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { FactList } from './fact-list.tsx';
import { Status, type StatusTone } from './status.tsx';
import './mail-server-card.css';

const tones: Record<MailServerState, StatusTone> = { none: 'idle', untried: 'idle', ok: 'ok', down: 'bad' };

type Props = {
  report: MailServerReport;
  mayCheck: boolean;
  className?: string;
  /** Called after a check, so other views of the report can refetch it. */
  onChecked?: () => void;
};

export function MailServerCard({ report, mayCheck, className = '', onChecked }: Props) {
  const { server } = useTexts().mail;
  const format = useFormat();
  const check = useMutationOf(checkMailServer, { invalidates: [getMailServer] });
  const { state, host, from, problem, since, waiting } = report;
  const facts = [
    ...(host ? [{ label: server.host, value: host }] : []),
    ...(from ? [{ label: server.from, value: from }] : []),
    ...(since ? [{ label: server.since, value: format.dateTime(since) }] : []),
    { label: server.waitingFor, value: format.number(waiting) },
    ...(problem ? [{ label: server.problem, value: problem }] : []),
  ];
  const tryNow = () =>
    check.mutate(
      {},
      {
        onSuccess: (known) => {
          if (known.state === 'ok') notify({ level: 'success', title: server.works });
          else notify({ level: 'warning', title: server.down, text: known.problem ?? '' });
          onChecked?.();
        },
      },
    );
  return (
    <Card
      title={server.title}
      className={className}
      aside={<Status tone={tones[state]}>{server.states[state]}</Status>}
    >
      <FactList facts={facts} />
      {state === 'none' && <p className="mail-server-text">{server.noneText}</p>}
      {state !== 'none' && mayCheck && (
        <div className="mail-server-text">
          <Button size="small" busy={check.isPending} onClick={tryNow}>
            {server.check}
          </Button>
        </div>
      )}
    </Card>
  );
}
