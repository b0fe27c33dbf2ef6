import { checkMailServer, getMailServer } from '@lectern/contract/features/mail-server.ts';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';

/** Says that mail waits, and why; nothing while all is well. */
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
        <strong>{server.none}</strong> {server.noneText}
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
      <strong>{server.down}</strong> {fillText(server.downText, { problem: report.problem ?? '' })}{' '}
      {report.resumeAt && fillText(server.resume, { when: format.relativeTime(report.resumeAt) })}
    </Banner>
  );
}
