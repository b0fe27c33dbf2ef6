import { mayOpen } from '@lectern/contract/access.ts';
import { apiBase } from '@lectern/contract/constants.ts';
import { type ChapterPreview, previewChapter } from '@lectern/contract/features/chapter.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { PreviewFields, usePreviewView } from '../../../components/preview-fields.tsx';
import { resourceHref } from '../../../components/resource/resource-href.ts';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { createViewerLink } from '../../../components/viewers/viewer-link.ts';
import { recordView } from '../../../lib/access/access-notes.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { writeTime } from '../chapter/part-time.ts';
import './preview-dialog.css';

export type PreviewProps = { chapterId: string; onClose: () => void };
const widths = ['wide', 'phone'] as const;

/** A chapter exactly as learners see it, with links to its neighbours. */
export function PreviewDialog({ chapterId, onClose }: PreviewProps) {
  const { chapter: texts } = useTexts();
  const words = texts.learner;
  const [id, setId] = useState(chapterId);
  const view = usePreviewView<(typeof widths)[number]>('wide');
  const preview = useQuery({
    ...queryOf(previewChapter, { params: { id }, query: view.query }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  return (
    <Dialog open className="learner-dialog" title={words.title} onClose={onClose}>
      <div className="learner-bar">
        <PreviewFields fields={view.fields} widths={widths} words={words} />
      </div>
      {preview.error && <QueryError query={preview} keepsOld={preview.data !== undefined} />}
      {preview.isPending && (
        <SkeletonRegion>
          <Skeleton height={280} />
        </SkeletonRegion>
      )}
      {preview.data && (
        <div className="learner-frame" data-width={view.width} aria-busy={preview.isFetching || undefined}>
          <LearnerChapter key={`${preview.data.id} ${view.audience}`} preview={preview.data} onGo={setId} />
        </div>
      )}
    </Dialog>
  );
}

type LearnerProps = { preview: ChapterPreview; onGo: (id: string) => void };

function LearnerChapter({ preview, onGo }: LearnerProps) {
  const { learner: words } = useTexts().chapter;
  const { course, number, title, goals, body, children, items, previous, next } = preview;
  const [playing, setPlaying] = useState<string | null>(null);
  return (
    <article className="learner">
      {!preview.courseOpen && <Banner tone="warning">{words.courseShut}</Banner>}
      {preview.courseOpen && !preview.open && <Banner tone="warning">{words.shut}</Banner>}
      <small>{course.name}</small>
      <h3>
        {number} {title}
      </h3>
      {goals && (
        <section className="learner-goals" aria-label={words.goals}>
          <strong>{words.goals}</strong>
          <p>{goals}</p>
        </section>
      )}
      {body && <p className="learner-body">{body}</p>}
      {items.length === 0 ? (
        <p className="learner-none">{words.none}</p>
      ) : (
        <ol className="learner-items">
          {items.map((item) => (
            <PreviewItem
              key={item.id}
              item={item}
              place={{ courseId: course.id, chapterId: preview.id }}
              playing={playing === item.id}
              onPlay={() => setPlaying(playing === item.id ? null : item.id)}
            />
          ))}
        </ol>
      )}
      {children.length > 0 && (
        <nav aria-label={words.below} className="learner-children">
          {children.map((child) => (
            <Button key={child.id} onClick={() => onGo(child.id)}>
              {child.number} {child.title}
            </Button>
          ))}
        </nav>
      )}
      <nav aria-label={words.walk} className="learner-walk">
        {previous ? (
          <Button icon="chevronLeft" onClick={() => onGo(previous.id)}>
            {fillText(words.previous, { title: previous.title })}
          </Button>
        ) : (
          <span />
        )}
        {next && (
          <Button look="primary" onClick={() => onGo(next.id)}>
            {fillText(words.next, { title: next.title })}
          </Button>
        )}
      </nav>
    </article>
  );
}

type Item = ChapterPreview['items'][number];
type Place = { courseId: string; chapterId: string };
type Props = { item: Item; place: Place; playing: boolean; onPlay: () => void };

/** Loaded when something is played. */
const PartPlayer = lazyPart(async () => (await import('../chapter/part-player.tsx')).PartPlayer);

/** All detail pages have the same permission, so one stands for all. */
const detailPage = getRoute('resource.document');

function PreviewItem({ item, place, playing, onPlay }: Props) {
  const opensDetail = mayOpen(useCurrentUser(), detailPage);
  const { chapter: texts, resource } = useTexts();
  const format = useFormat();
  const { learner: words, items } = texts;
  const isMedia = item.kind === 'video' || item.kind === 'audio';
  const facts = [
    resource.kinds[item.kind],
    lengthOf(item, texts.part),
    item.pageCount !== null && fillText(resource.pages, { count: format.number(item.pageCount) }),
    item.required ? items.required : items.optional,
  ];
  return (
    <li className="learner-item">
      <Thumbnail resource={item} look="card" />
      <div className="learner-item-text">
        <strong>{item.title}</strong>
        <small>{facts.filter(Boolean).join(' · ')}</small>
        {item.note && <p>{item.note}</p>}
        {item.description && <p className="learner-quiet">{item.description}</p>}
        {isMedia ? (
          <Button size="small" icon={playing ? 'close' : 'play'} onClick={onPlay}>
            {playing ? words.close : words.play}
          </Button>
        ) : (
          <a
            className="button button-plain button-small"
            href={
              opensDetail
                ? resourceHref({ id: item.resourceId, kind: item.kind })
                : `${apiBase}/chapters/${place.chapterId}/items/${item.id}/file`
            }
            target="_blank"
            rel="noreferrer"
          >
            {words.open}
          </a>
        )}
      </div>
      {playing && <Playing item={item} place={place} />}
    </li>
  );
}

function Playing({ item, place }: Pick<Props, 'item' | 'place'>) {
  const { courseId, chapterId } = place;
  const recorded = useMemo(
    () => ({ resourceId: item.resourceId, courseId, chapterId }),
    [item.resourceId, courseId, chapterId],
  );
  useEffect(() => recordView(recorded), [recorded]);
  const [link] = useState(() => createViewerLink({ second: (item.startMs ?? 0) / 1000 }));
  return (
    <div className="learner-player">
      <PartPlayer place={{ chapterId, itemId: item.id }} link={link} part={item} stops recorded={recorded} />
    </div>
  );
}

/** Range of the part used, or the full duration. */
function lengthOf({ durationSeconds, startMs, endMs }: Item, words: { span: string; toEnd: string }): string | null {
  if (durationSeconds === null && startMs === null && endMs === null) return null;
  if (startMs === null && endMs === null) return clock(durationSeconds ?? 0);
  const end = endMs ?? (durationSeconds === null ? null : durationSeconds * 1000);
  return fillText(words.span, { start: writeTime(startMs ?? 0), end: end === null ? words.toEnd : writeTime(end) });
}
