import { apiBase } from '@lectern/contract/constants.ts';
import { getSubtitle, type SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TermDialogs } from '../../../components/glossary/term-dialogs.tsx';
import { useReplaceElsewhere } from '../../../components/glossary/use-replace-elsewhere.ts';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { trackName } from '../../../components/subtitle/subtitle-href.ts';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { createViewerLink, placeInAddress } from '../../../components/viewers/viewer-link.ts';
import { KeepingStatus } from '../../../components/workbench/keeping-status.tsx';
import { lineOfPlace } from '../../../components/workbench/model/line-at-time.ts';
import { Workbench } from '../../../components/workbench/workbench.tsx';
import type { WorkExtras } from '../../../components/workbench/workbench-context.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import type { CueChecks } from '../model/cue-checks.ts';
import { addCue, fixProblem, moveEdge } from '../model/cue-edits.ts';
import { CueEnd } from './cue-end.tsx';
import type { EditorProps, KnownTexts, OpenedSubtitle } from './desk-context.ts';
import { type Desk, DeskProvider } from './desk-context.ts';
import { LanguageBar } from './language-bar.tsx';
import { RawView, Timeline } from './later-parts.ts';
import { ProblemsPanel } from './problems-panel.tsx';
import { SubtitleHeader } from './subtitle-header.tsx';
import { SubtitleNotices } from './subtitle-notices.tsx';
import { type SubtitleEdit, useSubtitleEdit } from './use-subtitle-edit.ts';
import { VideoPane } from './video-pane.tsx';

type DeskProps = EditorProps & {
  opened: OpenedSubtitle;
  live: OpenedSubtitle;
  texts: KnownTexts;
  refresh: () => Promise<unknown>;
  /** Closes this text and opens the current one. */
  onOpen: () => Promise<void>;
};

/** Editor of one language: cues beside the video, the timeline below, and their edit state. */
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
  const desk = useMemo<Desk>(
    () => ({
      ...{ work, checks, beside },
      problemNames: subtitle.problems,
      fixNames: subtitle.fixes,
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

const nudgeMs = 100;

type Options = Pick<SubtitleEdit, 'work' | 'checks'> & {
  second: () => number;
  toTimeline: () => void;
  elsewhere: WorkExtras['elsewhere'] | undefined;
};

/** Extras of cues compared with other text lines: problems, facts and shortcuts for their start and end. */
function useCueExtras({ work, checks, second, toTimeline, elsewhere }: Options): WorkExtras {
  const { subtitle } = useTexts();
  const { number } = useFormat();
  return useMemo(
    () => ({
      LineEnd: CueEnd,
      ...(elsewhere && { elsewhere }),
      guide: {
        count: checks.count,
        label: (count) =>
          count === 0 ? subtitle.noProblems : fillText(subtitle.problemCount, { count: number(count) }),
        next: checks.next,
      },
      press(event, line) {
        if (!event.altKey || event.ctrlKey || event.metaKey) return false;
        switch (event.code) {
          case 'KeyN':
            return addCue(work, second() * 1_000);
          case 'KeyX':
            return fixFirst(work, checks, line.key);
          case 'KeyT':
            toTimeline();
            return true;
          case 'Comma':
          case 'Period':
            moveEdge(work, line, event.shiftKey ? 'start' : 'end', event.code === 'Comma' ? -nudgeMs : nudgeMs);
            return true;
          default:
            return false;
        }
      },
    }),
    [work, checks, second, toTimeline, elsewhere, subtitle, number],
  );
}

function fixFirst(work: SubtitleEdit['work'], checks: CueChecks, key: number): boolean {
  const [kind] = checks.of(key);
  return kind !== undefined && fixProblem(work, { kind, index: work.indexOf(key) });
}

type ViewOf = 'cues' | 'beside' | 'raw';

type Props = {
  view: ViewOf;
  onChange: (view: ViewOf) => void;
  others: readonly SubtitleTrack[];
  beside: Beside;
};

/** Switches between cues alone, beside another language, and as a file. */
function ViewSwitch({ view, onChange, others, beside }: Props) {
  const { subtitle } = useTexts();
  const views: ViewOf[] = others.length > 0 ? ['cues', 'beside', 'raw'] : ['cues', 'raw'];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields of a form */}
      <div role="group" className="view-switch" aria-label={subtitle.views.label}>
        {views.map((one) => (
          <Button key={one} size="small" look="quiet" aria-pressed={view === one} onClick={() => onChange(one)}>
            {subtitle.views[one]}
          </Button>
        ))}
      </div>
      {view === 'beside' && others.length > 1 && (
        <select
          className="field-input view-beside"
          aria-label={subtitle.besideLanguage}
          value={beside.id ?? ''}
          onChange={(event) => beside.choose(event.target.value)}
        >
          {others.map((track) => (
            <option key={track.id} value={track.id}>
              {trackName(track)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** Loads another language to show beside the current one, when requested. */
function useBeside(store: Desk['beside'], others: readonly SubtitleTrack[], wanted: boolean) {
  const [chosen, setChosen] = useState<string | null>(null);
  const track = others.find(({ id }) => id === chosen) ?? others.find(({ isDefault }) => isDefault) ?? others[0];
  const { data } = useQuery({
    ...queryOf(getSubtitle, { params: { id: track?.id ?? '' } }, { quiet: true }),
    enabled: wanted && track !== undefined,
    retry: false,
  });
  const cues = wanted ? data?.cues : undefined;
  const language = track?.language;
  useEffect(() => {
    store.set(cues && language ? { language, cues } : null);
  }, [store, cues, language]);
  return { id: track?.id ?? null, choose: setChosen };
}
type Beside = ReturnType<typeof useBeside>;
