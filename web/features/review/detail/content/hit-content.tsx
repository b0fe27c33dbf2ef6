import { getResource } from '@lectern/contract/features/resource.ts';
import { editPath, type Hit, isItemType, loopAroundMs, type ReviewView } from '@lectern/contract/features/review.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppLink } from '../../../../components/app-link.tsx';
import { Button } from '../../../../components/button.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { type Span, useLoop } from '../../../../components/viewers/media/use-loop.ts';
import { createViewerLink, type Target } from '../../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';
import { FileView, pending } from './file-view.tsx';
import { HitText } from './hit-text.tsx';
import { LoopBar } from './loop-bar.tsx';
import { WhyHit } from './why-hit.tsx';
import './content.css';

type Props = {
  review: ReviewView;
  hits: readonly Hit[];
  hit: Hit;
  busy: boolean;
  onChoose: (id: string) => void;
  onReveal: () => void;
};

/** The content at the exact place: the file at its page, second or box, and the text that the hit stands in. */
export function HitContent({ review, hits, hit, busy, onChoose, onReveal }: Props) {
  const { review: says } = useTexts();
  const { kind } = review.resource;
  const [link] = useState(() => createViewerLink());
  const inFile = isInFile(hit, review);
  // Once shown, it stays: a player that comes back would begin anew.
  const [wasShown, setWasShown] = useState(inFile);
  const [asked, setAsked] = useState(false);
  const shows = inFile || asked;
  if (shows && !wasShown) setWasShown(true);
  const target = JSON.stringify(targetOf(hit));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever chooses another hit at the same place may be elsewhere by now
  useEffect(() => link.goTo(JSON.parse(target)), [link, target, hit.id]);
  const resource = useQuery({
    ...queryOf(getResource, { params: { id: review.id } }, { quiet: true }),
    enabled: wasShown || shows,
  });
  const span = spanAround(hit, resource.data?.current.durationSeconds ?? null);
  const loop = useLoop(link, span);
  return (
    <section className="review-content" aria-label={says.content.label}>
      {!inFile && <HitText review={review} hit={hit} hits={hits} onChoose={onChoose} prominent />}
      {wasShown && (
        <div className="review-file" hidden={!shows}>
          {resource.data ? (
            <FileView
              resource={resource.data}
              link={link}
              hits={hits}
              veil={{ on: !review.revealed, busy, onReveal }}
            />
          ) : resource.error ? (
            <ErrorPanel
              error={resource.error}
              title={says.content.noFile}
              retrying={resource.isFetching}
              onRetry={() => void resource.refetch()}
            />
          ) : (
            pending
          )}
          {span && <LoopBar span={span} loop={loop} />}
        </div>
      )}
      {isItemType(kind) ? (
        <AppLink className="action action-small" to={editPath({ id: review.id, kind })}>
          {says.openItem[kind]}
        </AppLink>
      ) : (
        !inFile && (
          <Button size="small" icon={asked ? 'eyeOff' : 'eye'} onClick={() => setAsked(!asked)}>
            {asked ? says.content.hideFile : says.content.showFile}
          </Button>
        )
      )}
      {inFile && <HitText review={review} hit={hit} hits={hits} onChoose={onChoose} />}
      <WhyHit review={review} hit={hit} />
    </section>
  );
}

/** So much of what follows tells a word from the same one in the next line. */
const following = 16;

function targetOf({ place: { page, box, startMs }, excerpt: { text, mark } }: Hit): Target {
  const [from, to] = mark;
  return {
    ...(page !== null && { page }),
    ...(box && { box, words: { text: text.slice(from, to), after: text.slice(to, to + following) } }),
    ...(startMs !== null && { second: startMs / 1000 }),
  };
}

/** A player that got to its end stands there: the last moment is left out of a loop. */
const lastMoment = 0.3;

function spanAround({ place: { startMs, endMs } }: Hit, seconds: number | null): Span | null {
  if (startMs === null) return null;
  const to = ((endMs ?? startMs) + loopAroundMs) / 1000;
  return { from: Math.max(0, startMs - loopAroundMs) / 1000, to: Math.min(to, (seconds ?? to + 1) - lastMoment) };
}

/** Whether the file itself shows it; titles, tags and notes stand beside the file. */
function isInFile({ place: { source, page, startMs } }: Hit, { resource }: ReviewView): boolean {
  if (page !== null || startMs !== null) return true;
  return resource.kind === 'image' ? source === 'ocr' : source === 'document';
}
