import { listReadingVersions } from '@lectern/contract/features/reading-edit.ts';
import { getResource } from '@lectern/contract/features/resource.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { textHref, textSourceOf } from '../../components/work/text-href.ts';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { WorkFailure } from '../../components/workbench/work-failure.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';
import { TextSkeleton, TextSourcePage } from './text-source-page.tsx';
import { useTextList } from './use-text-walk.ts';
import '../../components/visually-hidden.css';
import '../../components/workbench/text-work.css';

/** What was read from a picture or a document, or heard in a recording: checked and mended beside it. */
export function TextWorkPage() {
  const pathname = useTextPath();
  const { routes } = useTexts();
  const router = useRouter();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const resource = useQuery({ ...queryOf(getResource, { params: { id } }, { quiet: true }), retry: false });
  const { data, error } = resource;
  const list = useTextList();
  const source = data && textSourceOf(data.kind);
  const versions = useQuery({
    ...queryOf(listReadingVersions, { params: { id, source: source ?? 'ocr' } }, { quiet: true }),
    enabled: source !== undefined,
    retry: false,
  });
  useWorkRefresh([listReadingVersions], id);
  // Such as of the glossary, applied to many texts and to this one.
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    if (operation.finishedAt === null || operation.list !== 'glossary') return;
    void client.invalidateQueries({ predicate: isAnswerOf([listReadingVersions]) });
  });
  // Somebody typed the address by hand, or the file is of another kind by now.
  const rightPath = data && textHref(data);
  useEffect(() => {
    if (rightPath && rightPath !== pathname) router.history.replace(rightPath + router.state.location.searchStr);
  }, [rightPath, pathname, router]);

  const problem = error ?? versions.error;
  if (isMissing(error)) return <MissingText status={error?.status ?? 404} />;
  if (data && versions.data && source)
    return (
      <TextSourcePage
        key={`${data.id} ${source}`}
        resource={data}
        source={source}
        known={versions.data}
        refresh={() => versions.refetch()}
      />
    );
  if (!problem) return <TextSkeleton />;
  return (
    <WorkFailure
      title={data?.title ?? routes[routeOf(pathname)]}
      list={list}
      error={problem}
      retrying={resource.isFetching || versions.isFetching}
      onRetry={() => void (error ? resource.refetch() : versions.refetch())}
    />
  );
}

const routeOf = (pathname: string) =>
  pathname.includes('/asrVideo')
    ? 'handle.asrVideo'
    : pathname.includes('/asrAudio')
      ? 'handle.asrAudio'
      : 'handle.imgDetail';

/** Nothing can have an id that is none. */
function isMissing(error: ApiError | null): boolean {
  return error !== null && [404, 410, 400, 422].includes(error.status);
}

const ofTexts = /^\/app\/handle\/(img|asrVideo|asrAudio)Detail\//;

/** The address of this page. It stays while one is on the way to another page, whose address is that of the window already. */
function useTextPath(): string {
  const { pathname } = useLocation();
  const [known, setKnown] = useState(pathname);
  if (pathname === known || !ofTexts.test(pathname)) return known;
  setKnown(pathname);
  return pathname;
}

/** Says that there is no such thing, and leads back. */
function MissingText({ status }: { status: number }) {
  const { detail, textWork } = useTexts();
  const list = useTextList();
  return (
    <section className="notice-page">
      <p className="notice-page-code">{status === 410 ? 410 : 404}</p>
      <h1>{textWork.missing.title}</h1>
      <p>{textWork.missing.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={list}>
          {detail.backToList}
        </AppLink>
      </div>
    </section>
  );
}
