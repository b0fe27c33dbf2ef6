import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { getHomeChanges, publishHomePage } from '@lectern/contract/features/home-page-publication.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { isApiError } from '../../../lib/api-error.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { closeHomeDialog } from '../home-dialog.ts';
import { keepDraft, refreshHome } from '../use-home-draft.ts';
import { ChangeList } from './change-list.tsx';
import { HomeQuestion } from './home-question.tsx';
import { UnseenEntries } from './unseen-entries.tsx';

/** What publishing changes; exactly this is published, or nothing is. */
export function PublishDialog({ draft }: { draft: HomeDraft }) {
  const { homePage } = useTexts();
  const words = homePage.publishing;
  const client = useQueryClient();
  const changes = useQuery({ ...queryOf(getHomeChanges, {}, { quiet: true }), staleTime: 0 });
  const publish = useMutationOf(publishHomePage, { quiet: true, idempotent: true });
  const [note, setNote] = useState('');
  const seen = useRef<string | null>(null);
  const isOld = isApiError(publish.error) && publish.error.status === 409;
  const digest = changes.data?.digest;
  if (digest && seen.current === null) seen.current = digest;
  const changedSince = isOld || (digest !== undefined && seen.current !== null && seen.current !== digest);
  const confirm = () => {
    if (!digest) return;
    seen.current = digest;
    publish.mutate(
      { body: { digest, note } },
      {
        onSuccess: (published) => {
          keepDraft(client, published);
          notify({ level: 'success', title: homePage.done.published });
          closeHomeDialog();
        },
        onError: () => void refreshHome(client),
      },
    );
  };
  const list = changes.data?.changes ?? [];
  return (
    <HomeQuestion
      wide
      title={words.title}
      confirmLabel={words.confirm}
      busy={publish.isPending}
      disabled={!digest || (list.length === 0 && draft.published !== null)}
      error={isOld ? null : publish.error}
      onConfirm={confirm}
    >
      {changedSince && <Banner tone="warning">{words.changedSince}</Banner>}
      <UnseenEntries draft={draft} />
      <p>{words.text}</p>
      {changes.error && <ErrorPanel error={changes.error} onRetry={() => void changes.refetch()} />}
      {changes.isPending && (
        <SkeletonRegion className="home-changes home-shelf-loading">
          <Skeleton height={14} />
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="80%" />
        </SkeletonRegion>
      )}
      {changes.isSuccess && list.length === 0 && <p className="home-changes-none">{words.nothing}</p>}
      {list.length > 0 && <ChangeList changes={list} label={words.title} />}
      <TextareaField
        label={words.note}
        hint={words.noteHint}
        value={note}
        rows={2}
        maxLength={1000}
        onChange={setNote}
        data-first-focus
      />
    </HomeQuestion>
  );
}
