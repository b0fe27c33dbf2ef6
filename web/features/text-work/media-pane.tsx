import { apiBase } from '@lectern/contract/constants.ts';
import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useEffect, useMemo, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { downloadOf } from '../../components/resource/resource-href.ts';
import { useRenditions } from '../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { clock, frameRateOf } from '../../components/viewers/media/clock.ts';
import type { Marker } from '../../components/viewers/media/media-viewer-props.ts';
import { spriteOf } from '../../components/viewers/media/sprite.ts';
import type { ViewerLink } from '../../components/viewers/viewer-link.ts';
import { goTo } from '../../components/workbench/line-keys.ts';
import { removeLine } from '../../components/workbench/model/edits.ts';
import {
  clearSuspects,
  renameSpeaker,
  type Speaker,
  speakersIn,
} from '../../components/workbench/model/line-actions.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { useWorkbench } from '../../components/workbench/workbench-context.ts';
import { useFormat } from '../../lib/format.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { GlossaryPanel } from './glossary/glossary-panel.tsx';
import './speech/speech-panel.css';

/** Segments listed at most; with more, transcribing again is the better fix. */
const most = 200;

/** Segments the machine may have invented; each can be replayed, confirmed or deleted. */
function SuspectList({ suspects }: { suspects: readonly Suspect[] }) {
  const bench = useWorkbench();
  const { textWork, reading } = useTexts();
  const { work, readOnly } = bench;
  const { speech } = textWork;
  if (suspects.length === 0) return <p className="speech-none">{speech.noSuspects}</p>;
  return (
    <ul className="speech-list">
      {suspects.slice(0, most).map(({ key, startMs, text, suspects: reasons }) => (
        <li key={key}>
          <button type="button" className="speech-item" onClick={() => goTo(bench, { key, from: 0, to: 0 })}>
            <span className="speech-time">{clock(startMs / 1_000)}</span>
            <b>{reasons.map((reason) => reading.suspects[reason]).join(' · ')}</b>
            <span className="speech-text">{text}</span>
          </button>
          {!readOnly && (
            <>
              <Button size="small" look="quiet" onClick={() => clearSuspects(work, key)}>
                {speech.wasSaid}
              </Button>
              <IconButton icon="trash" label={speech.deleteLine} onClick={() => removeLine(work, key)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type Suspect = { key: number; startMs: number; text: string; suspects: NonNullable<ReadingLine['suspects']> };

const suspectsIn = (state: TextWork['state']): Suspect[] => {
  const { lines, suspects: count } = state.get();
  if (count === 0) return [];
  return lines.flatMap(({ key, startMs = 0, text, suspects }) =>
    suspects?.length ? [{ key, startMs, text: text.slice(0, 160), suspects }] : [],
  );
};

/** Segments that may not have been spoken at all. */
function useSuspects(work: TextWork): readonly Suspect[] {
  return useSettledLines(work, suspectsIn);
}

/** The same segments as markers in the waveform. */
function useSuspectMarkers(suspects: readonly Suspect[]): readonly Marker[] {
  const { reading } = useTexts();
  return useMemo(
    () =>
      suspects.flatMap(({ key, startMs, text, suspects: [reason] }): Marker[] => {
        if (!reason) return [];
        const label = labelled(reading.suspects[reason], text.slice(0, 60));
        return [{ id: String(key), second: startMs / 1_000, label, tone: 'warn' }];
      }),
    [suspects, reading],
  );
}

const speakersOf = (state: TextWork['state']) => speakersIn(state.get().lines);

function useSpeakers(work: TextWork): readonly Speaker[] {
  return useSettledLines(work, speakersOf);
}

/** All named speakers; renaming one changes the name everywhere. */
function SpeakerList({ speakers }: { speakers: readonly Speaker[] }) {
  const { work, readOnly } = useWorkbench();
  const { textWork } = useTexts();
  const { number } = useFormat();
  const { speech } = textWork;
  if (speakers.length === 0) return <p className="speech-none">{speech.noSpeakers}</p>;
  return (
    <ul className="speech-list">
      {speakers.map(({ name, lines }) => (
        <li key={name}>
          <input
            className="field-input"
            defaultValue={name}
            maxLength={80}
            readOnly={readOnly}
            aria-label={fillText(speech.renameSpeaker, { name })}
            onBlur={({ target }) => {
              if (!renameSpeaker(work, name, target.value)) target.value = name;
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
            }}
          />
          <small>{fillText(speech.lines, { count: number(lines) })}</small>
        </li>
      ))}
    </ul>
  );
}

const pending = (
  <SkeletonRegion>
    <Skeleton height={360} />
  </SkeletonRegion>
);
const players = {
  video: lazyPart(async () => (await import('../../components/viewers/media/video-player.tsx')).VideoPlayer, pending),
  audio: lazyPart(async () => (await import('../../components/viewers/media/audio-player.tsx')).AudioPlayer, pending),
};

type Props = { resource: ResourceDetailView; work: TextWork; link: ViewerLink };

/** The recording, with possibly invented segments marked in the waveform. */
export function MediaPane({ resource, work, link }: Props) {
  const { workbench } = useTexts();
  const version = resource.current;
  const renditions = useRenditions(resource, version);
  const suspects = useSuspects(work);
  const markers = useSuspectMarkers(suspects);
  const isAudio = resource.kind === 'audio';
  const sprite = renditions.find('sprite');
  const known = {
    url: renditions.urlOf(isAudio ? 'audio' : 'video') ?? apiBase + version.url,
    picture: renditions.urlOf('poster') ?? (resource.thumbnail ? apiBase + resource.thumbnail : null),
    peaksUrl: renditions.urlOf('peaks'),
  };
  // Re-renders only for another file or other marks, because lines change all the time while editing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the file's properties by value
  const player = useMemo(() => {
    const props = {
      ...known,
      downloadUrl: downloadOf(version.url),
      title: resource.title,
      format: version.format,
      sizeBytes: version.sizeBytes,
      durationSeconds: version.durationSeconds,
      markers,
      markersLabel: workbench.suspectMarks,
      link,
    };
    if (isAudio) return <players.audio {...props} />;
    const pictures = sprite ? spriteOf(sprite, apiBase) : null;
    return <players.video {...props} frameRate={frameRateOf(version)} sprite={pictures} />;
  }, [known.url, known.picture, known.peaksUrl, version.id, sprite?.id, markers, workbench, link]);
  return (
    <>
      {renditions.pending ? pending : player}
      <SpeechPanel suspects={suspects} />
    </>
  );
}

type Shown = 'suspects' | 'glossary' | 'speakers';

/** Tools for transcripts: possibly invented segments, the glossary, and speakers. */
function SpeechPanel({ suspects }: { suspects: readonly Suspect[] }) {
  const { work } = useWorkbench();
  const { textWork } = useTexts();
  const { number } = useFormat();
  const { speech } = textWork;
  const speakers = useSpeakers(work);
  const [shown, setShown] = useState<Shown>(suspects.length > 0 ? 'suspects' : 'glossary');
  const count = (list: readonly unknown[]) => (list.length > 0 ? number(list.length) : undefined);
  return (
    <section className="speech-panel" aria-label={speech.panel}>
      <Tabs
        label={speech.panel}
        tabs={[
          { id: 'suspects', label: speech.suspects, count: count(suspects) },
          { id: 'glossary', label: textWork.glossary.title },
          { id: 'speakers', label: speech.speakers, count: count(speakers) },
        ]}
        active={shown}
        onChange={setShown}
      >
        {shown === 'suspects' && <SuspectList suspects={suspects} />}
        {shown === 'glossary' && <GlossaryPanel />}
        {shown === 'speakers' && <SpeakerList speakers={speakers} />}
      </Tabs>
    </section>
  );
}

/** Values derived from the text are updated after a pause in typing. */
const pauseMs = 600;

/** A value derived from all lines, updated after a pause; the same object as long as its content is equal. */
function useSettledLines<Value>(work: TextWork, read: (lines: TextWork['state']) => Value): Value {
  const [value, setValue] = useState(() => read(work.state));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const next = read(work.state);
      setValue((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    };
    look();
    const stop = work.state.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [work, read]);
  return value;
}
