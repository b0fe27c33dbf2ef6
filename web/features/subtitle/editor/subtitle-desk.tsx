import { apiBase } from '@lectern/contract/constants.ts';
import { cueFixWords, cueProblemWords } from '@lectern/contract/features/subtitle-words.ts';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TermDialogs } from '../../../components/glossary/term-dialogs.tsx';
import { useReplaceElsewhere } from '../../../components/glossary/use-replace-elsewhere.ts';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { placeInAddress } from '../../../components/viewers/place-in-address.ts';
import { createViewerLink } from '../../../components/viewers/viewer-link.ts';
import { KeepingStatus } from '../../../components/workbench/keeping-status.tsx';
import { lineOfPlace } from '../../../components/workbench/model/line-of-place.ts';
import { Workbench } from '../../../components/workbench/workbench.tsx';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { createStore } from '../../../lib/store.ts';
import { useStore } from '../../../lib/use-store.ts';
import { addCue } from '../model/cue-edits.ts';
import { type Desk, DeskProvider } from './desk-context.ts';
import { LanguageBar } from './language-bar.tsx';
import { RawView, Timeline } from './later-parts.ts';
import type { EditorProps, KnownTexts, OpenedSubtitle } from './opened-subtitle.ts';
import { ProblemsPanel } from './problems-panel.tsx';
import { SubtitleHeader } from './subtitle-header.tsx';
import { SubtitleNotices } from './subtitle-notices.tsx';

import { useBeside } from './use-beside.ts';
import { useCueExtras } from './use-cue-extras.ts';
import { useSubtitleEdit } from './use-subtitle-edit.ts';
import { VideoPane } from './video-pane.tsx';
import { type ViewOf, ViewSwitch } from './view-switch.tsx';

export type DeskProps = EditorProps & {
  opened: OpenedSubtitle;
  live: OpenedSubtitle;
  texts: KnownTexts;
  refresh: () => Promise<unknown>;
  /** Lets go of this text for the one that is current now. */
  onOpen: () => Promise<void>;
};

/** The cues of one language beside the video and above its timeline, and all that keeps them. */
export function SubtitleDesk(props: DeskProps) {
  const { resource, known, texts, live, opened, walk, refresh, onOpen } = props;
  const { subtitle } = useTexts();
  const { searchStr } = useLocation();
  const [link] = useState(() => createViewerLink(placeInAddress(searchStr)));
  const edit = useSubtitleEdit({ opened, live, known: texts, walk, refresh });
  const { work, checks, track } = edit;
  const [view, setView] = useState<ViewOf>('cues');
  const [beside] = useState(() => createStore<ReturnType<Desk['beside']['get']>>(null));
  const others = known.tracks.filter(({ id }) => id !== track.id);
  const other = useBeside(beside, others, view === 'beside');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language on screen has other names
  const desk = useMemo<Desk>(
    () => ({
      ...{ work, checks, beside },
      problemNames: inLanguage(cueProblemWords),
      fixNames: inLanguage(cueFixWords),
    }),
    [work, checks, beside, subtitle],
  );
  const timeline = useRef<HTMLElement>(null);
  const second = useCallback(() => link.place.get().second ?? 0, [link]);
  const toTimeline = useCallback(() => timeline.current?.focus(), []);
  const { elsewhere, asked, onAsk } = useReplaceElsewhere();
  const extras = useCueExtras({ work, checks, second, toTimeline, elsewhere });
  useEffect(() => {
    const line = lineOfPlace(work.state.get().lines, placeInAddress(searchStr));
    if (line) work.reveal(line.key);
  }, [work, searchStr]);
  const keeping = useStore(edit.keeper.status);
  const empty = useSyncExternalStore(work.state.subscribe, () => work.state.get().lines.length === 0);
  const renditions = useRenditions(resource, resource.current);
  const sound = renditions.find('peaks');
  const peaks = sound ? { url: apiBase + sound.url, facts: sound.facts } : null;
  const durationMs = live.resource.durationMs ?? (opened.cues.at(-1)?.endMs ?? 0) + 60_000;
  const add = () => addCue(work, second() * 1_000);
  const nothing = (
    <EmptyState
      icon="video"
      title={subtitle.emptyTrack.title}
      action={
        !edit.readOnly && (
          <Button look="primary" icon="plus" onClick={add}>
            {subtitle.addCue}
          </Button>
        )
      }
    >
      {subtitle.emptyTrack.text}
    </EmptyState>
  );
  return (
    <DeskProvider value={desk}>
      <div className="text-work subtitle-work">
        <SubtitleHeader resource={resource} edit={edit} live={live} texts={texts} walk={walk} onOpen={onOpen} />
        <LanguageBar resource={resource} known={known} track={track} live={live} edit={edit} onOpen={onOpen}>
          <ViewSwitch view={view} onChange={setView} others={others} beside={other} />
        </LanguageBar>
        <SubtitleNotices edit={edit} live={live} texts={texts} hasTranscript={known.hasTranscript} onOpen={onOpen} />
        <Workbench
          work={work}
          kind="cue"
          link={link}
          readOnly={edit.readOnly}
          language={track.language}
          commands={{ save: () => void edit.save(), checkAndGoOn: () => void edit.checkAndGoOn() }}
          media={
            <>
              <VideoPane resource={resource} work={work} link={link} language={track.language} />
              <ProblemsPanel />
            </>
          }
          status={<KeepingStatus keeping={keeping} unsaved={edit.unsaved} readOnly={edit.readOnly} />}
          extras={extras}
          tools={
            !edit.readOnly &&
            view !== 'raw' && (
              <Button size="small" icon="plus" title={subtitle.addCue} aria-label={subtitle.addCue} onClick={add} />
            )
          }
          instead={view === 'raw' ? <RawView work={work} readOnly={edit.readOnly} /> : empty && nothing}
          below={<Timeline ref={timeline} link={link} durationMs={durationMs} peaks={peaks} />}
        />
        <TermDialogs asked={asked} language={track.language} onAsk={onAsk} />
        {/* What is in the draft is not lost by leaving. */}
        <UnsavedGuard unsaved={edit.unsaved && keeping.state !== 'kept'} within="tab" />
      </div>
    </DeskProvider>
  );
}
