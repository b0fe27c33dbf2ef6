import {
  getSubtitle,
  listResourceSubtitles,
  listSubtitles,
  listSubtitleVersions,
  type SubtitleMove,
  type SubtitleTrack,
  subtitleDetailEndpoints,
} from '@lectern/contract/features/subtitle.ts';
import { moveSubtitle, saveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import type { Walk } from '../../../components/walk/walk.ts';
import { createTextWork, isUnsaved } from '../../../components/workbench/model/text-work.ts';
import { call } from '../../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../../lib/api-error.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { createCueChecks } from '../model/cue-checks.ts';
import { cuesOf, linesOf } from '../model/cue-lines.ts';
import { cueShape } from '../model/cue-shape.ts';
import type { KnownTexts, OpenedSubtitle } from './opened-subtitle.ts';
import { useCueDraft } from './use-cue-draft.ts';
import { useLeftDraft } from './use-left-draft.ts';

type Options = {
  /** As it was when it was opened. */
  opened: OpenedSubtitle;
  /** As it is known to be now. */
  live: OpenedSubtitle;
  known: KnownTexts;
  walk: Walk;
  refresh: () => Promise<unknown>;
};

/** Whatever shows subtitles. */
export const showingSubtitles = [getSubtitle, listSubtitleVersions, listResourceSubtitles, listSubtitles];

/** Edits of a track: under the lock, with a draft, saved on the version that they began with. */
export function useSubtitleEdit({ opened, live, known, walk, refresh }: Options) {
  const { textWork, subtitle } = useTexts();
  const client = useQueryClient();
  const { id } = opened.track;
  const [work] = useState(() => createTextWork((newKey) => linesOf(opened.cues, newKey), cueShape));
  const [checks] = useState(() => createCueChecks(work));
  useEffect(() => checks.start(), [checks]);
  const [base, setBase] = useState(opened.text);
  const [saved, setSaved] = useState<SubtitleTrack>(opened.track);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const unsaved = useSyncExternalStore(work.state.subscribe, () => isUnsaved(work.state.get()));
  const keeper = useCueDraft(work, id, base.id);
  const { mayEdit } = live;
  const lock = useEditLock(subtitleDetailEndpoints, id, unsaved && mayEdit);
  const left = useLeftDraft({ work, id, keeper, draft: known.draft, refresh });
  // The answer to an earlier question may be older than what was just saved.
  const track = live.track.version >= saved.version ? live.track : saved;
  const newer = live.text.current && live.text.number > base.number ? live.text : null;
  const readOnly =
    !mayEdit || lock.other !== null || lock.finished !== null || left.draft !== null || (newer !== null && !unsaved);

  useEffect(() => {
    if (error && !unsaved) setError(null);
  }, [error, unsaved]);

  const attempt = async (deed: () => Promise<void>): Promise<boolean> => {
    if (saving) return false;
    setSaving(true);
    setError(null);
    try {
      await deed();
      void client.invalidateQueries({ predicate: isAnswerOf(showingSubtitles) });
      return true;
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
      if (thrown.status === 409) void refresh();
      return false;
    } finally {
      setSaving(false);
    }
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
        ? attempt(async () => {
            await store();
          })
        : Promise.resolve(false),
    /** What is on screen is saved first: nobody publishes anything but what they see. */
    move: async (name: SubtitleMove, accepted: { acceptOutOfDate?: true } = {}) => {
      if (readOnly) return;
      const done = await attempt(async () => move(name, await store(), accepted));
      if (done) notify({ level: 'success', title: told[name] });
    },
    checkAndGoOn: async () => {
      if (readOnly) return;
      const done = await attempt(async () => {
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
