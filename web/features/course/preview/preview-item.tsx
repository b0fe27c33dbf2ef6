import { mayOpen } from '@lectern/contract/access.ts';
import { apiBase } from '@lectern/contract/constants.ts';
import type { ChapterPreview } from '@lectern/contract/features/chapter.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { resourceHref } from '../../../components/resource/resource-href.ts';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { createViewerLink } from '../../../components/viewers/viewer-link.ts';
import { noteView } from '../../../lib/access/access-notes.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { writeTime } from '../chapter/part-time.ts';

type Item = ChapterPreview['items'][number];
type Place = { courseId: string; chapterId: string };
type Props = { item: Item; place: Place; playing: boolean; onPlay: () => void };

/** Only once somebody plays something. */
const PartPlayer = lazyPart(async () => (await import('../player/part-player.tsx')).PartPlayer);

/** Whoever may open one of the details may open them all. */
const detailPage = getRoute('resource.document');

export function PreviewItem({ item, place, playing, onPlay }: Props) {
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
  useEffect(() => noteView(recorded), [recorded]);
  const [link] = useState(() => createViewerLink({ second: (item.startMs ?? 0) / 1000 }));
  return (
    <div className="learner-player">
      <PartPlayer place={{ chapterId, itemId: item.id }} link={link} part={item} stops recorded={recorded} />
    </div>
  );
}

/** The part that is meant, or the whole of it. */
function lengthOf({ durationSeconds, startMs, endMs }: Item, words: { span: string; toEnd: string }): string | null {
  if (durationSeconds === null && startMs === null && endMs === null) return null;
  if (startMs === null && endMs === null) return clock(durationSeconds ?? 0);
  const end = endMs ?? (durationSeconds === null ? null : durationSeconds * 1000);
  return fillText(words.span, { start: writeTime(startMs ?? 0), end: end === null ? words.toEnd : writeTime(end) });
}
