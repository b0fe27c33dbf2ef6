import { apiBase } from '@lectern/contract/constants.ts';
import { getResource, type ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { editPath, type Hit, isItemType, loopAroundMs, type ReviewView } from '@lectern/contract/features/review.ts';
import { getSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppLink } from '../../../../components/app-link.tsx';
import { Button } from '../../../../components/button.tsx';
import { QueryError } from '../../../../components/error-panel.tsx';
import { useRenditions } from '../../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { fileViewers, textFormats, viewedFile } from '../../../../components/viewers/file-viewers.tsx';
import { clock, frameRateOf } from '../../../../components/viewers/media/clock.ts';
import type { Marker } from '../../../../components/viewers/media/media-viewer-props.ts';
import { spriteOf } from '../../../../components/viewers/media/sprite.ts';
import { type Span, useLoop } from '../../../../components/viewers/media/use-loop.ts';
import { createViewerLink, type Target, type ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { useFormat } from '../../../../lib/format.ts';
import { joinFullSentences, joinNames } from '../../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';
import { HitText } from './hit-text.tsx';
import { PictureView, type Veil } from './picture-view.tsx';
import './content.css';

type Props = {
  review: ReviewView;
  hits: readonly Hit[];
  hit: Hit;
  busy: boolean;
  onChoose: (id: string) => void;
  onReveal: () => void;
};

/** The match in context: the file at its page, second or box, and the surrounding text. */
export function HitContent({ review, hits, hit, busy, onChoose, onReveal }: Props) {
  const { review: says } = useTexts();
  const { kind } = review.resource;
  const [link] = useState(() => createViewerLink());
  const inFile = isInFile(hit, review);
  // Stays mounted once shown, because a remounted player would start over.
  const [wasShown, setWasShown] = useState(inFile);
  const [asked, setAsked] = useState(false);
  const shows = inFile || asked;
  if (shows && !wasShown) setWasShown(true);
  const target = JSON.stringify(targetOf(hit));
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing another hit at the same place must scroll back to it
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
            <QueryError query={resource} title={says.content.noFile} />
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

/** Characters after the match that tell it apart from the same word on the next line. */
const following = 16;

function targetOf({ place: { page, box, startMs }, excerpt: { text, mark } }: Hit): Target {
  const [from, to] = mark;
  return {
    ...(page !== null && { page }),
    ...(box && { box, words: { text: text.slice(from, to), after: text.slice(to, to + following) } }),
    ...(startMs !== null && { second: startMs / 1000 }),
  };
}

/** Seconds left out at the end of a loop, because a player that reaches its end stops there. */
const lastMoment = 0.3;

function spanAround({ place: { startMs, endMs } }: Hit, seconds: number | null): Span | null {
  if (startMs === null) return null;
  const to = ((endMs ?? startMs) + loopAroundMs) / 1000;
  return { from: Math.max(0, startMs - loopAroundMs) / 1000, to: Math.min(to, (seconds ?? to + 1) - lastMoment) };
}

/** Whether the match is visible in the file itself; titles, tags and notes aren't part of the file. */
function isInFile({ place: { source, page, startMs } }: Hit, { resource }: ReviewView): boolean {
  if (page !== null || startMs !== null) return true;
  return resource.kind === 'image' ? source === 'ocr' : source === 'document';
}

/** Switches looping on and off, and shows the time range that is looped. */
function LoopBar({ span, loop }: { span: Span; loop: ReturnType<typeof useLoop> }) {
  const { content } = useTexts().review;
  return (
    <label className="review-loop" title={content.loopHint}>
      <input type="checkbox" className="grid-checkbox" checked={loop.on} onChange={loop.toggle} />
      {content.loop}
      <span>
        {clock(span.from)} – {clock(span.to)}
      </span>
    </label>
  );
}

/** The matched word, how it was disguised, and how often its matches were confirmed before. */
function WhyHit({ review, hit }: { review: ReviewView; hit: Hit }) {
  const {
    review: { why },
    scan,
    sensitiveTools,
  } = useTexts();
  const format = useFormat();
  const word = review.words.find(({ id }) => id === hit.word.id);
  const { data } = useQuery(queryOf(getSensitiveWord, { params: { id: hit.word.id } }, { quiet: true }));
  const [start, end] = hit.excerpt.mark;
  const names = sensitiveTools.disguises;
  // Different case isn't an attempt to disguise a word.
  const disguises = hit.disguises.filter((disguise) => disguise !== 'case');
  const words = {
    found: hit.excerpt.text.slice(start, end),
    word: hit.word.text,
    disguises: joinNames(disguises.map((disguise) => names[disguise].toLocaleLowerCase())),
  };
  const across = hit.likelyFalse && /\p{Script=Han}/u.test(hit.word.text);
  const plain = across ? why.acrossWords : why.plain;
  const facts = word && {
    category: scan.categories[word.category],
    severity: scan.severities[word.severity],
  };
  return (
    <article className="review-why">
      <h2>{why.title}</h2>
      <p>
        {joinFullSentences(
          fillText(disguises.length > 0 ? why.disguised : plain, words),
          facts && fillText(why.facts, facts),
          hit.likelyFalse && !across && why.shortWord,
          data &&
            (data.precision === null
              ? why.undecided
              : fillText(why.precision, {
                  confirmed: format.number(data.confirmed),
                  decided: format.number(data.decided),
                  percent: format.number(Math.round(data.precision * 100)),
                })),
        )}
      </p>
      {word?.note && <p>{fillText(why.note, { note: word.note })}</p>}
    </article>
  );
}

const pending = (
  <SkeletonRegion className="review-file-pending">
    <Skeleton height={360} />
  </SkeletonRegion>
);
const viewers = fileViewers(pending);

type FileViewProps = { resource: ResourceDetailView; link: ViewerLink; hits: readonly Hit[]; veil: Veil };

/** The file that contains the match, in the viewer for its kind. */
function FileView({ resource, link, hits, veil }: FileViewProps) {
  const { review } = useTexts();
  const { current: version, kind } = resource;
  const renditions = useRenditions(resource, version);
  const shared = viewedFile(resource, version);
  if (kind === 'image') return <PictureView resource={resource} shared={shared} link={link} veil={veil} />;
  if (renditions.pending) return pending;
  if (kind === 'video' || kind === 'audio') {
    const url = renditions.urlOf(kind) ?? shared.url;
    const props = {
      ...shared,
      url,
      picture: renditions.urlOf('poster') ?? shared.picture,
      peaksUrl: renditions.urlOf('peaks'),
      durationSeconds: version.durationSeconds,
      markers: markersOf(hits),
      markersLabel: review.content.markers,
      link,
    };
    const sprite = renditions.find('sprite');
    return kind === 'audio' ? (
      <viewers.audio key={url} {...props} />
    ) : (
      <viewers.video
        key={url}
        {...props}
        frameRate={frameRateOf(version)}
        sprite={sprite ? spriteOf(sprite, apiBase) : null}
      />
    );
  }
  if (textFormats.includes(version.format)) return <viewers.text key={version.id} {...shared} />;
  const preview = renditions.find('preview');
  if (version.format === 'pdf') return <viewers.pdf key={version.id} {...shared} link={link} />;
  if (preview?.contentType === 'application/pdf')
    return <viewers.pdf key={version.id} {...shared} url={apiBase + preview.url} link={link} />;
  return <viewers.none {...shared} />;
}

function markersOf(hits: readonly Hit[]): Marker[] {
  return hits.flatMap(({ id, state, severity, word, place: { startMs } }) =>
    startMs === null || state !== 'open'
      ? []
      : [{ id, second: startMs / 1000, label: word.text, tone: severity === 'block' ? 'bad' : 'warn' }],
  );
}
