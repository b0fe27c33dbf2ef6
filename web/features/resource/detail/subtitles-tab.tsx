import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { listResourceSubtitles, type SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { exportSubtitle, moveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { PublishOutOfDate } from '../../../components/subtitle/publish-out-of-date.tsx';
import { stateTones, subtitleHref, trackName } from '../../../components/subtitle/subtitle-href.ts';
import { useTracks } from '../../../components/subtitle/use-tracks.ts';
import { useWorkRefresh } from '../../../components/work/use-work-refresh.ts';
import { isUnderWay, workState } from '../../../components/work/work-state.tsx';
import { addressOf } from '../../../lib/callable.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import './subtitles-tab.css';
import { labelled } from '../../../lib/i18n/punctuation.ts';

export type SubtitlesTabProps = { resource: ResourceDetailView; onProcessing: () => void };
const shown = [listResourceWork];

/** Subtitle languages of a video with their states and problems, each linked to the editor. */
export function SubtitlesTab({ resource, onProcessing }: SubtitlesTabProps) {
  const { subtitle } = useTexts();
  const { id } = resource;
  const known = useTracks(id);
  if (known.isPending)
    return (
      <SkeletonRegion>
        <Skeleton height={160} />
      </SkeletonRegion>
    );
  if (!known.data)
    return (
      <ErrorPanel error={known.error ?? undefined} retrying={known.isFetching} onRetry={() => void known.refetch()} />
    );
  const { tracks, mayEdit, hasTranscript } = known.data;
  if (tracks.length === 0)
    return <NoTracks id={id} mayEdit={mayEdit} hasTranscript={hasTranscript} onProcessing={onProcessing} />;
  return (
    <div className="subtitles-tab">
      <ul>
        {tracks.map((track) => (
          <TrackEntry key={track.id} track={track} mayEdit={mayEdit} />
        ))}
      </ul>
      <div className="subtitles-tab-foot">
        <small>{subtitle.publishedNote}</small>
        {mayEdit && (
          <AppLink className="action" to={subtitleHref(id)}>
            {subtitle.open}
          </AppLink>
        )}
      </div>
    </div>
  );
}

function TrackEntry({ track, mayEdit }: { track: SubtitleTrack; mayEdit: boolean }) {
  const { subtitle } = useTexts();
  const { number, relativeTime } = useFormat();
  const move = useMutationOf(moveSubtitle, { invalidates: [listResourceSubtitles] });
  const name = trackName(track);
  const [asks, setAsks] = useState(false);
  const published = track.state === 'published';
  const publish = (accepted: { acceptOutOfDate?: true } = {}) =>
    move.mutate(
      { params: { id: track.id }, body: { move: 'publish', version: track.version, ...accepted } },
      { onSettled: () => setAsks(false) },
    );
  const unpublish = () =>
    move.mutate({ params: { id: track.id }, body: { move: 'unpublish', version: track.version } });
  const facts = [
    fillText(subtitle.cues, { count: number(track.cues) }),
    track.problems > 0 && fillText(subtitle.problemCount, { count: number(track.problems) }),
    relativeTime(track.changedAt),
  ];
  return (
    <li>
      <div className="subtitles-tab-name">
        <b>{name}</b>
        {track.isDefault && <small>{subtitle.default}</small>}
        <Status tone={stateTones[track.state]}>{subtitle.states[track.state]}</Status>
        {track.stale && <Status tone="warn">{subtitle.list.stale}</Status>}
      </div>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      <div className="subtitles-tab-actions">
        {mayEdit && (
          <>
            <AppLink
              className="action"
              to={subtitleHref(track.resourceId, { language: track.language })}
              aria-label={labelled(subtitle.edit, name)}
            >
              {subtitle.edit}
            </AppLink>
            {(published || track.cues > 0) && (
              <Button
                size="small"
                busy={move.isPending}
                aria-label={labelled(published ? subtitle.actions.unpublish : subtitle.actions.publish, name)}
                onClick={() => (published ? unpublish() : track.stale ? setAsks(true) : publish())}
              >
                {published ? subtitle.actions.unpublish : subtitle.actions.publish}
              </Button>
            )}
          </>
        )}
        {(['srt', 'vtt'] as const).map((format) => (
          <a
            key={format}
            className="action"
            download
            href={addressOf(exportSubtitle, { params: { id: track.id }, query: { format } })}
            aria-label={labelled(fillText(subtitle.actions.exportAs, { format: format.toUpperCase() }), name)}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </div>
      {asks && (
        <PublishOutOfDate
          name={name}
          busy={move.isPending}
          onPublish={() => publish({ acceptOutOfDate: true })}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

type NoTracksProps = { id: string; mayEdit: boolean; hasTranscript: boolean; onProcessing: () => void };

function NoTracks({ id, mayEdit, hasTranscript, onProcessing }: NoTracksProps) {
  const texts = useTexts();
  const { subtitle } = texts;
  useWorkRefresh(shown, id);
  const steps = useQuery(queryOf(listResourceWork, { params: { id } }, { quiet: true })).data;
  const run = useMutationOf(runStep, { invalidates: [listResourceWork, listResourceSubtitles], idempotent: true });
  const step = steps?.map(({ work }) => work).find(({ kind }) => kind === 'subtitle');
  const busy = step !== undefined && isUnderWay(step.state);
  return (
    <EmptyState
      icon="video"
      title={subtitle.noTracks.title}
      action={
        <div className="subtitles-tab-actions">
          {mayEdit && (
            <AppLink className="action" to={subtitleHref(id)}>
              {subtitle.open}
            </AppLink>
          )}
          {mayEdit && hasTranscript ? (
            <Button
              look="primary"
              busy={run.isPending || busy}
              onClick={() => run.mutate({ params: { id, kind: 'subtitle' }, body: { options: {} } })}
            >
              {subtitle.actions.runMissing}
            </Button>
          ) : (
            <Button onClick={onProcessing}>{texts.resourceDetail.tabs.processing}</Button>
          )}
        </div>
      }
    >
      {hasTranscript ? subtitle.noTracks.heard : subtitle.noTracks.unheard} {busy && step && workState(step, texts)}
    </EmptyState>
  );
}
