import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { type HomeVersion, listHomeVersions } from '@lectern/contract/features/home-page-publication.ts';
import { homeNoteIn } from '@lectern/contract/features/home-page-words.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { call } from '../../../lib/api-client.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryKeyOf } from '../../../lib/queries.ts';
import { closeHomeDialog } from '../home-dialog.ts';
import { VersionView } from './version-view.tsx';

/** What was published, by whom and when; each can be looked at and brought back. */
export function HistoryDialog({ draft }: { draft: HomeDraft }) {
  const texts = useTexts();
  const words = texts.homePage.versions;
  const format = useFormat();
  const language = useLanguage();
  const [chosen, setChosen] = useState<number | null>(null);
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(listHomeVersions), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listHomeVersions, { query: { ...(pageParam && { before: pageParam }) } }, { quiet: true, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.number : undefined),
  });
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const shown = chosen ?? rows[0]?.number ?? null;
  return (
    <Dialog open className="home-dialog home-history" title={words.title} onClose={closeHomeDialog}>
      {pages.error && <ErrorPanel error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && (
        <SkeletonRegion className="home-shelf-loading">
          <Skeleton height={40} />
          <Skeleton height={40} />
          <Skeleton height={40} />
        </SkeletonRegion>
      )}
      {pages.isSuccess && rows.length === 0 && <p className="home-changes-none">{texts.homePage.neverPublished}</p>}
      {rows.length > 0 && (
        <div className="home-history-parts">
          <ul className="home-versions" aria-label={words.list}>
            {rows.map((version) => (
              <li key={version.number}>
                <button type="button" aria-pressed={version.number === shown} onClick={() => setChosen(version.number)}>
                  <strong>{fillText(words.version, { number: version.number })}</strong>
                  {version.current && <Status tone="ok">{words.current}</Status>}
                  <small>{whoAndWhen(version, texts, format)}</small>
                  {version.note && <span>{homeNoteIn(language, version.note)}</span>}
                </button>
              </li>
            ))}
            {pages.hasNextPage && (
              <li>
                <Button size="small" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                  {words.more}
                </Button>
              </li>
            )}
          </ul>
          {shown !== null && <VersionView key={shown} number={shown} draft={draft} />}
        </div>
      )}
    </Dialog>
  );
}

export function whoAndWhen({ publishedBy, publishedAt }: HomeVersion, texts: Texts, format: Format): string {
  const { versions: words } = texts.homePage;
  const when = format.dateTime(publishedAt);
  return publishedBy ? fillText(words.by, { name: publishedBy.name, when }) : fillText(words.bySystem, { when });
}
