import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { useQuery } from '@tanstack/react-query';
import { MailServerCard } from '../../components/mail/mail-server-card.tsx';
import { queryOf } from '../../lib/queries.ts';

/** The operator names the mail server; here one sees whether it works. */
export function MailSection({ readOnly }: { readOnly: boolean }) {
  const { data } = useQuery(queryOf(getMailServer, {}, { quiet: true }));
  return data ? <MailServerCard report={data} mayCheck={!readOnly} /> : null;
}
