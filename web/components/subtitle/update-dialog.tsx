import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { previewSubtitleUpdate, type SubtitleCueUpdate } from '@lectern/contract/features/subtitle-update.ts';
import { diffTexts } from '@lectern/contract/text-edit/diff-lines.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { clock } from '../viewers/media/clock.ts';
import { subtitleHref, trackName } from './subtitle-href.ts';
import { useSubtitleUpdate } from './use-subtitle-update.ts';
import './update-dialog.css';

type Props = { track: SubtitleTrack; onDone: () => void; onClose: () => void };

/** Previews a subtitle update: what changes, and which hand-edited subtitles are kept. */
export function UpdateDialog({ track, onDone, onClose }: Props) {
  const { textWork, words } = useTexts();
  const { subtitleUpdate } = textWork;
  const preview = useQuery({
    ...queryOf(previewSubtitleUpdate, { params: { id: track.id } }, { quiet: true }),
    retry: false,
    gcTime: 0,
  });
  const { data, error, isFetching, refetch } = preview;
  const { busy, run } = useSubtitleUpdate(track, () => {
    onClose();
    onDone();
  });
  const nothing = data && data.counts.changed === 0;
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" disabled={!data} busy={busy} onClick={() => data && run(data)}>
        {nothing ? subtitleUpdate.markUpToDate : subtitleUpdate.update}
      </Button>
    </>
  );
  const title = fillText(subtitleUpdate.title, { name: trackName(track) });
  return (
    <Dialog open title={title} className="subtitle-update" onClose={onClose} footer={footer}>
      {error && <ErrorPanel error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonRegion className="subtitle-update-pending">
          <Skeleton height={20} />
          <Skeleton height={20} />
        </SkeletonRegion>
      )}
      {nothing && data.counts.toCheck === 0 && <p>{subtitleUpdate.same}</p>}
      {data && data.counts.changed > 0 && (
        <section>
          <h3>{fillText(subtitleUpdate.changed, { count: data.counts.changed })}</h3>
          <p>{subtitleUpdate.changedHint}</p>
          <CueList updates={data.changed} count={data.counts.changed} track={track} />
        </section>
      )}
      {data && data.counts.toCheck > 0 && (
        <section>
          <h3>{fillText(subtitleUpdate.toCheck, { count: data.counts.toCheck })}</h3>
          <p>{subtitleUpdate.toCheckHint}</p>
          <CueList updates={data.toCheck} count={data.counts.toCheck} track={track} apart />
        </section>
      )}
    </Dialog>
  );
}

type ListProps = {
  updates: readonly SubtitleCueUpdate[];
  count: number;
  track: SubtitleTrack;
  apart?: boolean;
};

function CueList({ updates, count, track, apart }: ListProps) {
  const { glossary, subtitleUpdate } = useTexts().textWork;
  const { number } = useFormat();
  return (
    <>
      <ul>
        {updates.map((update) => (
          <li key={update.cue}>
            <a href={hrefOf(track, update)} target="_blank" rel="noreferrer" title={glossary.open}>
              {fillText(glossary.cue, { number: update.cue + 1, time: clock(update.startMs / 1_000) })}
            </a>
            {apart ? <Apart update={update} /> : <Difference update={update} />}
          </li>
        ))}
      </ul>
      {updates.length < count && <p>{fillText(subtitleUpdate.more, { count: number(count - updates.length) })}</p>}
    </>
  );
}

function hrefOf({ resourceId, language }: SubtitleTrack, { startMs }: SubtitleCueUpdate): string {
  const second = Math.floor(startMs / 1_000);
  return `${subtitleHref(resourceId, { language })}${second > 0 ? `&second=${second}` : ''}`;
}

function Difference({ update: { before, after } }: { update: SubtitleCueUpdate }) {
  return (
    <span>
      {diffTexts(before, after).map(({ kind, text }, at) => {
        const Piece = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no id and never move
        return <Piece key={at}>{text}</Piece>;
      })}
    </span>
  );
}

/** A hand-edited subtitle next to the transcript's wording. */
function Apart({ update: { before, after } }: { update: SubtitleCueUpdate }) {
  const { subtitleUpdate } = useTexts().textWork;
  return (
    <span className="subtitle-update-apart">
      <span>{before}</span>
      <small>{fillText(subtitleUpdate.transcriptSays, { text: after })}</small>
    </span>
  );
}
