import {
  discardSubtitleDraft,
  getSubtitle,
  getSubtitleDraft,
  listResourceSubtitles,
  listSubtitles,
  listSubtitleVersions,
  putSubtitleDraft,
  type SubtitleMove,
  type SubtitleTrack,
  subtitleDetailEndpoints,
  takeSubtitleDraft,
  takeSubtitleLock,
} from '@lectern/contract/features/subtitle.ts';
import { moveSubtitle, saveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { cueLimits } from '@lectern/contract/subtitle/cue.ts';
import { fitsLines, wrapText } from '@lectern/contract/subtitle/wrap-cue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEditLock } from '../../../components/detail/use-editing.ts';
import type { Walk } from '../../../components/walk/walk.ts';
import { createDraftKeeper, type DraftKeeper } from '../../../components/workbench/draft-keeper.ts';
import { useDraftLoop } from '../../../components/workbench/draft-loop.ts';
import {
  createTextWork,
  isUnsaved,
  type LineShape,
  type TextWork,
} from '../../../components/workbench/model/text-work.ts';
import { type LeftBehind, useLeftBehind } from '../../../components/workbench/text-banners.tsx';
import { useAttempt } from '../../../components/workbench/use-attempt.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { windowId } from '../../../lib/window-id.ts';
import { putCues } from '../model/cue-changes.ts';
import { createCueChecks } from '../model/cue-checks.ts';
import { cuesOf, linesOf } from '../model/cue-lines.ts';
import type { KnownTexts, OpenedSubtitle } from './desk-context.ts';

type Options = {
  /** The track as it was when opened. */
  opened: OpenedSubtitle;
  /** The latest known state of the track. */
  live: OpenedSubtitle;
  known: KnownTexts;
  walk: Walk;
  refresh: () => Promise<unknown>;
};

/** Read calls that include subtitles, invalidated after a change. */
export const showingSubtitles = [getSubtitle, listSubtitleVersions, listResourceSubtitles, listSubtitles];

/** Edit state of a track: takes the edit lock, keeps a draft, and saves on top of the version it started from. */
export function useSubtitleEdit({ opened, live, known, walk, refresh }: Options) {
  const { textWork, subtitle } = useTexts();
  const client = useQueryClient();
  const { id } = opened.track;
  const [work] = useState(() => createTextWork((newKey) => linesOf(opened.cues, newKey), cueShape));
  const [checks] = useState(() => createCueChecks(work));
  useEffect(() => checks.start(), [checks]);
  const [base, setBase] = useState(opened.text);
  const [saved, setSaved] = useState<SubtitleTrack>(opened.track);
  const { attempt, busy: saving, error, clearError } = useAttempt(refresh);
  const unsaved = useSyncExternalStore(work.state.subscribe, () => isUnsaved(work.state.get()));
  const keeper = useCueDraft(work, id, base.id);
  const { mayEdit } = live;
  const lock = useEditLock(subtitleDetailEndpoints, id, unsaved && mayEdit);
  const left = useLeftDraft({ work, id, keeper, draft: known.draft, refresh });
  // A response may predate the latest save, so the higher version wins.
  const track = live.track.version >= saved.version ? live.track : saved;
  const newer = live.text.current && live.text.number > base.number ? live.text : null;
  const readOnly =
    !mayEdit || lock.other !== null || lock.finished !== null || left.draft !== null || (newer !== null && !unsaved);

  useEffect(() => {
    if (error && !unsaved) clearError();
  }, [error, unsaved, clearError]);

  const run = async (action: () => Promise<void>): Promise<boolean> => {
    const done = await attempt(async () => {
      await action();
      void client.invalidateQueries({ predicate: isAnswerOf(showingSubtitles) });
      return true;
    });
    return done === true;
  };
  const store = async (): Promise<SubtitleTrack> => {
    if (!unsaved) return track;
    await keeper.settle();
    const { lines, history } = work.state.get();
    const body = { baseId: base.id, cues: cuesOf(lines), draftVersion: keeper.version() || null };
    const made = await call(saveSubtitle, { params: { id }, body }, { quiet: true });
    work.markSaved(history.past);
    keeper.save(lines);
    setBase(made.text);
    setSaved(made.track);
    notify({ level: 'success', title: fillText(textWork.saved, { number: made.text.number }) });
    return made.track;
  };
  const move = async (name: SubtitleMove, from: SubtitleTrack, accepted = {}) => {
    const body = { move: name, version: from.version, ...accepted };
    setSaved(await call(moveSubtitle, { params: { id }, body }, { quiet: true }));
  };
  const told: Record<SubtitleMove, string> = {
    check: subtitle.track.checked,
    uncheck: subtitle.track.saved,
    publish: subtitle.track.published,
    unpublish: subtitle.track.unpublished,
  };
  return {
    id,
    work,
    checks,
    keeper,
    base,
    track,
    lock,
    left,
    newer,
    mayEdit,
    readOnly,
    unsaved,
    saving,
    error,
    save: () =>
      unsaved && !readOnly
        ? run(async () => {
            await store();
          })
        : Promise.resolve(false),
    /** Saves first, so that nobody publishes something other than what they see. */
    move: async (name: SubtitleMove, accepted: { acceptOutOfDate?: true } = {}) => {
      if (readOnly) return;
      const done = await run(async () => move(name, await store(), accepted));
      if (done) notify({ level: 'success', title: told[name] });
    },
    checkAndGoOn: async () => {
      if (readOnly) return;
      const done = await run(async () => {
        const now = await store();
        if (now.state === 'auto' || now.state === 'edited') await move('check', now);
      });
      if (!done) return;
      if (walk.next) navigate(walk.next);
      else notify({ level: 'success', title: fillText(textWork.checkedNow, { title: live.resource.title }) });
    },
  };
}
export type SubtitleEdit = ReturnType<typeof useSubtitleEdit>;

/** A split leaves a pause between the two cues; a joined cue is wrapped to two lines where it fits. */
export const cueShape: LineShape = {
  parted([first, second]) {
    const { startMs = 0 } = first;
    const { endMs = 0 } = second;
    const cut = first.endMs ?? startMs;
    const half = Math.min(cueLimits.gapMs / 2, (cut - startMs) / 2, (endMs - cut) / 2);
    return [
      { ...first, endMs: Math.round(cut - half) },
      { ...second, startMs: Math.round(cut + half) },
    ];
  },
  joined(line) {
    const text = fitsLines(line.text) ? line.text : wrapText(line.text);
    return text === undefined || text === line.text ? line : { ...line, text };
  },
};

/** Saves the edits as a draft while the page is open; the draft holds all cues. */
function useCueDraft(work: TextWork, id: string, baseId: string): DraftKeeper {
  const base = useLatest(baseId);
  return useDraftLoop(() =>
    createDraftKeeper({
      work,
      send: (parts, version) => {
        const whole = parts.map(({ lines }) => ({ number: 1 as const, cues: cuesOf(lines) }));
        const body = { baseId: base.current, window: windowId, version, parts: whole };
        return call(putSubtitleDraft, { params: { id }, body }, { quiet: true });
      },
      drop: (version) =>
        call(discardSubtitleDraft, { params: { id }, query: { window: windowId, version } }, { quiet: true }),
    }),
  );
}

type UseLeftDraftOptions = {
  work: TextWork;
  id: string;
  keeper: DraftKeeper;
  draft: TextDraftInfo | null;
  refresh: () => Promise<unknown>;
};

/** Handles a draft of these cues that existed before the page was opened. */
function useLeftDraft({ work, id, keeper, draft, refresh }: UseLeftDraftOptions): LeftBehind {
  const params = { id };
  return useLeftBehind({
    draft,
    refresh,
    goOn: async ({ own, version }) => {
      await call(takeSubtitleLock, { params, body: { window: windowId } }, { quiet: true });
      if (!own) await call(takeSubtitleDraft, { params, body: { window: windowId, version } }, { quiet: true });
      const kept = await call(getSubtitleDraft, { params }, { quiet: true });
      if (!kept) return;
      putCues(work, kept.parts[0]?.cues ?? []);
      keeper.adopt(kept.draft);
    },
    discard: async ({ version }) => {
      await call(discardSubtitleDraft, { params, query: { window: windowId, version } }, { quiet: true });
      await refresh();
    },
  });
}
