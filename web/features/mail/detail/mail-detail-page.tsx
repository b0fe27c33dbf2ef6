import { getMail, listMails, type MailView, newMail, newMailId } from '@lectern/contract/features/mail.ts';
import { listMailRecipients, previewStoredMail } from '@lectern/contract/features/mail-compose.ts';
import { listMailActivity } from '@lectern/contract/features/mail-detail.ts';
import { listMailTemplates, type MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LoadedPage } from '../../../components/detail/loaded-page.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { useLiveRefresh } from '../../../lib/use-live-refresh.ts';
import { MailComposer } from '../compose/mail-composer.tsx';
import { listHref, mailHref } from '../mail-href.ts';
import { SentMail } from './sent-mail.tsx';
import '../../../components/visually-hidden.css';

const shown = [getMail, listMailRecipients, listMailActivity, previewStoredMail];

/** One mail: the editor for a draft, otherwise its delivery report. */
export function MailDetailPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const { routes, mail: texts } = useTexts();
  const client = useQueryClient();
  const router = useRouter();
  const isNew = id === newMailId;
  const blank = useBlankMail(isNew);
  // A mail just created, shown until the address has changed to its id.
  const [made, setMade] = useState<{ mail: MailView; arrived: boolean } | null>(null);
  if (made && made.arrived === isNew) setMade(isNew ? null : { ...made, arrived: true });
  const request = queryOf(getMail, { params: { id } }, { quiet: true });
  const mail = useQuery({ ...request, retry: false, enabled: !isNew });
  useLiveRefresh('mail', shown);
  // The list may have been loaded before this mail was created or changed, so mark it stale.
  useEffect(() => {
    void client.invalidateQueries({ predicate: isAnswerOf([listMails]), refetchType: 'none' });
  }, [client]);
  const onMade = (stored: MailView) => {
    setMade({ mail: stored, arrived: false });
    // The changes were just saved, so skip the unsaved-changes guard.
    router.history.replace(mailHref(stored.id), undefined, { ignoreBlocker: true });
  };
  const { error, isFetching, refetch } = mail;
  return (
    <LoadedPage
      query={{ data: isNew ? (made?.mail ?? blank) : mail.data, error, isFetching, refetch }}
      title={routes['email.detail']}
      back={{ list: listHref(searchStr), label: texts.compose.back }}
      missing={texts.view.missing}
      skeleton={
        <>
          <h1 className="visually-hidden">{routes['email.detail']}</h1>
          <SkeletonRegion>
            <div className="page-stack">
              <Skeleton width="40%" height={28} />
              <Skeleton height={360} />
            </div>
          </SkeletonRegion>
        </>
      }
    >
      {(data) =>
        data.state === 'draft' ? (
          // Keep the key of a draft just created, so the editor isn't remounted and keeps caret and open dialogs.
          <MailComposer
            key={data.id === made?.mail.id ? newMailId : data.id}
            mail={data}
            refresh={refetch}
            onMade={onMade}
          />
        ) : (
          <SentMail key={data.id} mail={data} refresh={refetch} />
        )
      }
    </LoadedPage>
  );
}

/** Initial values of a new mail; undefined while the template in the address is loading. */
function useBlankMail(wanted: boolean): MailView | undefined {
  const { id, name } = useCurrentUser();
  const { searchStr } = useLocation();
  const templateId = new URLSearchParams(searchStr).get('template');
  const asks = wanted && templateId !== null;
  const templates = useQuery({ ...queryOf(listMailTemplates, {}, { quiet: true }), enabled: asks });
  if (!wanted || (asks && templates.isPending)) return undefined;
  // If the template was deleted, start with an empty mail.
  return blankMail(
    { id, name },
    templates.data?.find((one) => one.id === templateId),
  );
}

function blankMail(sender: { id: string; name: string }, template: MailTemplate | undefined): MailView {
  const { kind, audience, throttle } = newMail.parse({});
  const now = new Date().toISOString();
  return {
    id: newMailId,
    kind,
    state: 'draft',
    subject: template?.subject ?? '',
    body: template?.body ?? '',
    template: template ? { id: template.id, name: template.name } : null,
    audience,
    audienceNames: [],
    everybody: false,
    chosen: [],
    files: [],
    attachments: 0,
    throttle,
    counts: { total: 0, waiting: 0, sent: 0, failed: 0, unknown: 0, skipped: 0 },
    sender,
    sendAt: null,
    begunAt: null,
    finishedAt: null,
    failure: null,
    lastTest: null,
    createdAt: now,
    updatedAt: now,
    version: 0,
  };
}
