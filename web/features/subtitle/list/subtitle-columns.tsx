import type { SubtitleRow } from '@lectern/contract/features/subtitle.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { filterLink } from '../../../components/list-page/filter-link.tsx';
import type { CellContext, ColumnView } from '../../../components/list-page/list-definition.ts';
import { resourceState } from '../../../components/resource/resource-state.tsx';
import { thumbnail } from '../../../components/resource/thumbnail.tsx';
import { Status } from '../../../components/status.tsx';
import { subtitleHref } from '../../../components/subtitle/subtitle-href.ts';
import { stateName, stateTones, trackName } from '../../../components/subtitle/track-words.ts';
import { workState } from '../../../components/work/work-state.tsx';
import { causeOf } from '../../../components/work/work-words.ts';
import '../../../components/visually-hidden.css';
import './subtitle-list.css';

function nothing({ texts }: CellContext): ReactNode {
  return <span className="grid-quiet">{texts.words.none}</span>;
}

/** Each language leads to its editor; what the machine does about a video without any stands in their place. */
function tracks(row: SubtitleRow, context: CellContext): ReactNode {
  const { texts, view } = context;
  if (row.tracks.length === 0)
    return row.work ? (
      <span title={causeOf(row.work) ?? undefined}>{workState(row.work, texts)}</span>
    ) : (
      <span className="grid-quiet">{texts.subtitle.list.noTracks}</span>
    );
  return (
    <span className="subtitle-chips">
      {row.tracks.map((track) => (
        <AppLink
          key={track.id}
          tabIndex={-1}
          className="subtitle-chip"
          to={subtitleHref(row.id, { language: track.language, view })}
          title={[
            trackName(track),
            stateName(track.state),
            ...(track.isDefault ? [texts.subtitle.default] : []),
            ...(track.behind ? [texts.subtitle.list.behind] : []),
          ].join(' · ')}
        >
          <Status tone={stateTones[track.state]}>
            {trackName(track)} <em>{stateName(track.state)}</em>
          </Status>
          {track.behind && (
            <span className="subtitle-behind">
              <Icon name="warning" size={12} />
              <span className="visually-hidden">{texts.subtitle.list.behind}</span>
            </span>
          )}
        </AppLink>
      ))}
    </span>
  );
}

function speech({ speech: work }: SubtitleRow, context: CellContext): ReactNode {
  if (!work) return nothing(context);
  return <span title={causeOf(work) ?? undefined}>{workState(work, context.texts)}</span>;
}

export const subtitleColumns: Record<string, ColumnView<SubtitleRow>> = {
  resource: {
    width: 200,
    grow: 4,
    keep: 9,
    cell: ({ resource }) => (
      <>
        {thumbnail({ kind: 'video', thumbnail: resource.thumbnail })}
        <span className="grid-name" title={resource.title}>
          {resource.title}
        </span>
      </>
    ),
  },
  tracks: { width: 270, grow: 5, keep: 8, cell: tracks },
  problems: {
    width: 92,
    grow: 0,
    keep: 7,
    greatestFirst: true,
    cell: (row, context) =>
      row.problems === 0
        ? nothing(context)
        : filterLink('hasProblems', true, context.format.number(row.problems), context),
  },
  stale: {
    width: 110,
    grow: 0,
    keep: 5,
    cell: (row, context) =>
      row.stale ? <Status tone="warn">{context.texts.subtitle.list.stale}</Status> : nothing(context),
  },
  speech: { width: 116, grow: 0, keep: 4, cell: speech },
  duration: {
    width: 84,
    grow: 0,
    keep: 3,
    cell: ({ resource: { durationMs } }, context) =>
      durationMs === null ? nothing(context) : context.format.duration(durationMs),
  },
  resourceState: { width: 110, grow: 0, cell: ({ resource }, { texts }) => resourceState(resource, texts) },
  owner: {
    width: 110,
    grow: 1,
    keep: 2,
    cell: ({ resource: { owner } }, context) => filterLink('owner', owner.id, owner.name, context),
  },
  changed: {
    width: 110,
    grow: 0,
    keep: 4,
    greatestFirst: true,
    cell: ({ changedAt }, { format }) => (
      <time dateTime={changedAt} title={format.dateTime(changedAt)} className="grid-quiet">
        {format.relativeTime(changedAt)}
      </time>
    ),
  },
};
