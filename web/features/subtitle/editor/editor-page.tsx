import { getResource } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../../../components/app-link.tsx';
import { useTracks } from '../../../components/subtitle/use-tracks.ts';
import { useWalkKeys } from '../../../components/walk/use-walk-keys.ts';
import { WorkFailure } from '../../../components/workbench/work-failure.tsx';
import type { ApiError } from '../../../lib/api-error.ts';
import { usePageTitle } from '../../../lib/document-title.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { TrackEditor } from './track-editor.tsx';
import { useSubtitleWalk } from './use-subtitle-walk.ts';
import '../../../components/visually-hidden.css';
import '../../../components/workbench/text-work.css';
import './editor.css';

/** Few videos need it. */
const NoTracks = lazyPart(async () => (await import('./no-tracks.tsx')).NoTracks);

/** The subtitles of the video that the address names, in one of their languages. */
export function SubtitleEditorPage() {
  const { searchStr } = useLocation();
  const { routes, subtitle } = useTexts();
  const params = new URLSearchParams(searchStr);
  const id = params.get('id') ?? '';
  const language = params.get('language');
  const resource = useQuery({ ...queryOf(getResource, { params: { id } }, { quiet: true }), retry: false });
  const known = useTracks(id);
  const walk = useSubtitleWalk(id);
  useWalkKeys(walk);
  usePageTitle(resource.data?.title ?? routes['handle.subtitle']);
  const problem = resource.error ?? known.error;
  if (isMissing(problem)) return <Missing words={subtitle.missing} list={walk.list} />;
  if (resource.data && resource.data.kind !== 'video') return <Missing words={subtitle.otherKind} list={walk.list} />;
  if (resource.data && known.data) {
    const { tracks } = known.data;
    const track =
      tracks.find((one) => one.language === language) ?? tracks.find(({ isDefault }) => isDefault) ?? tracks[0];
    if (!track) return <NoTracks resource={resource.data} known={known.data} walk={walk} />;
    return <TrackEditor key={track.id} resource={resource.data} track={track} known={known.data} walk={walk} />;
  }
  if (!problem) return <EditorSkeleton />;
  return (
    <WorkFailure
      title={resource.data?.title ?? routes['handle.subtitle']}
      list={walk.list}
      error={problem}
      retrying={resource.isFetching || known.isFetching}
      onRetry={() => void (resource.error ? resource.refetch() : known.refetch())}
    />
  );
}

function Missing({ words, list }: { words: { title: string; text: string }; list: string }) {
  const { detail } = useTexts();
  return (
    <section className="notice-page">
      <p className="notice-page-code">404</p>
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={list}>
          {detail.backToList}
        </AppLink>
      </div>
    </section>
  );
}

/** Nothing can have an id that is none. */
function isMissing(error: ApiError | null): boolean {
  return error !== null && [404, 410, 400, 422].includes(error.status);
}
