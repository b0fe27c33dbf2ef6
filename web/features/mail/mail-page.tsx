import { listMails } from '@lectern/contract/features/mail.ts';
import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeMailDialog, mailDialog } from './mail-dialog.ts';
import { mailListView } from './mail-list.ts';
import { useMailRefresh } from './use-mail-refresh.ts';
import './mail-page.css';

/** Its code comes when one of them is first opened. */
const MailDialogs = lazyPage(async () => (await import('./mail-dialogs.tsx')).MailDialogs);
const shown = [listMails, getMailServer];

/** All mails: drafts, what is to go out, and what became of the rest. */
export function MailPage() {
  const asking = useStore(mailDialog) !== null;
  useMailRefresh(shown);
  useEffect(() => closeMailDialog, []);
  return (
    <>
      <ListPage definition={mailListView} />
      {asking && <MailDialogs />}
    </>
  );
}
