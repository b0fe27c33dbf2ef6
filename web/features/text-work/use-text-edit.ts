import { listAsr, listOcr } from '@lectern/contract/features/machine-work.ts';
import { listReadings, type Reading, type ReadingPart } from '@lectern/contract/features/reading.ts';
import {
  checkReading,
  discardReadingDraft,
  getReadingDraft,
  getReadingLock,
  listReadingVersions,
  putReadingDraft,
  releaseReadingLock,
  saveReading,
  takeReadingDraft,
  takeReadingLock,
} from '@lectern/contract/features/reading-edit.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { listResourceSubtitles } from '@lectern/contract/features/subtitle.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type LockCalls, type LockState, useEditLock } from '../../components/detail/use-editing.ts';
import type { Walk } from '../../components/walk/walk.ts';
import type { TextSource } from '../../components/work/text-href.ts';
import { createDraftKeeper, type DraftKeeper } from '../../components/workbench/draft-keeper.ts';
import { useDraftLoop } from '../../components/workbench/draft-loop.ts';
import { partsChange } from '../../components/workbench/model/change.ts';
import { createTextWork, isUnsaved, type TextWork } from '../../components/workbench/model/text-work.ts';
import { linesOf } from '../../components/workbench/model/work-line.ts';
import { weighMore } from '../../components/workbench/part-weight.ts';
import { type LeftBehind, useLeftBehind } from '../../components/workbench/text-banners.tsx';
import { useAttempt } from '../../components/workbench/use-attempt.ts';
import { call } from '../../lib/api-client.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import { isAnswerOf } from '../../lib/queries.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { windowId } from '../../lib/window-id.ts';
import type { KnownVersions } from './use-text-parts.ts';

type Options = {
  resource: ResourceDetailView;
  source: TextSource;
  opened: Reading;
  known: KnownVersions;
  parts: ReadingPart[];
  walk: Walk;
  refresh: () => Promise<unknown>;
};

/** Larger texts are saved through the draft, which takes them in pieces. */
const mostBytes = 1_000_000;

/** Edit state of a text: takes the edit lock, keeps a draft, and saves on top of the version it started from. */
export function useTextEdit({ resource, source, opened, known, parts, walk, refresh }: Options) {
  const { textWork } = useTexts();
  const client = useQueryClient();
  const [work] = useState(() => createTextWork((newKey) => linesOf(parts, newKey)));
  const [base, setBase] = useState(opened);
  const { attempt, busy: saving, error, clearError } = useAttempt(refresh);
  const [placed, setPlaced] = useState<string | null>(null);
  const params = { id: resource.id, source };
  const unsaved = useSyncExternalStore(work.state.subscribe, () => isUnsaved(work.state.get()));
  const keeper = useKeptDraft({ work, params, baseId: base.id });
  const lock = useTextLock(params, unsaved && known.mayEdit);
  const found = useFoundDraft({ work, params, keeper, draft: known.draft, refresh });
  const current = known.versions.find((version) => version.current);
  const newer = current && current.number > base.number ? current : null;
  // Edited text stays current; a newer machine result is offered for comparison.
  const offered =
    known.versions.find(
      ({ id, current: isCurrent, origin, number }) =>
        !isCurrent && origin === 'machine' && number > base.number && id !== placed,
    ) ?? null;
  const readOnly =
    !known.mayEdit ||
    lock.other !== null ||
    lock.finished !== null ||
    found.draft !== null ||
    (newer !== null && !unsaved);

  // Clears the error once nothing is unsaved, because it no longer applies.
  useEffect(() => {
    if (error && !unsaved) clearError();
  }, [error, unsaved, clearError]);

  const freshen = () =>
    client.invalidateQueries({
      predicate: isAnswerOf([listReadings, listReadingVersions, listOcr, listAsr, listResourceSubtitles]),
    });
  const run = async (action: () => Promise<void>): Promise<boolean> => {
    const done = await attempt(async () => {
      await action();
      void freshen();
      return true;
    });
    return done === true;
  };
  const store = async (checked: boolean) => {
    await keeper.settle();
    if (weighMore(keeper.missing(), mostBytes)) await keeper.flush();
    const { lines, history } = work.state.get();
    const draftVersion = keeper.version() || null;
    const body = { baseId: base.id, draftVersion, parts: keeper.missing(), checked };
    const saved = await call(saveReading, { params, body }, { quiet: true });
    work.markSaved(history.past);
    keeper.save(lines);
    setBase(saved);
    notify({ level: 'success', title: fillText(textWork.saved, { number: saved.number }) });
  };
  const check = async (checked: boolean) => {
    const body = { readingId: base.id, checked };
    setBase(await call(checkReading, { params, body }, { quiet: true }));
  };
  return {
    work,
    keeper,
    base,
    lock,
    found,
    newer,
    offered,
    /** Marks a region's result as already inserted, so that it isn't offered. */
    notePlaced: setPlaced,
    readOnly,
    unsaved,
    saving,
    error,
    /** Anyone who may edit the text may also mark it as checked. */
    mayCheck: known.mayEdit && !readOnly,
    save: () => (unsaved && !readOnly ? run(() => store(false)) : Promise.resolve(false)),
    uncheck: () => run(() => check(false)),
    confirm: () => run(() => (unsaved ? store(true) : check(true))),
    checkAndGoOn: async () => {
      if (readOnly) return;
      const done = await run(() => (unsaved ? store(true) : check(true)));
      if (!done) return;
      if (walk.next) navigate(walk.next);
      else notify({ level: 'success', title: fillText(textWork.checkedNow, { title: resource.title }) });
    },
  };
}
export type TextEdit = ReturnType<typeof useTextEdit>;

/** The lock calls for texts; a resource has several texts, each with its own lock. */
const calls = {
  getLock: getReadingLock,
  takeLock: takeReadingLock,
  releaseLock: releaseReadingLock,
} as unknown as LockCalls;

function useTextLock({ id, source }: { id: string; source: TextSource }, wanted: boolean): LockState {
  return useEditLock(calls, id, wanted, source);
}

type UseKeptDraftOptions = { work: TextWork; params: { id: string; source: TextSource }; baseId: string };

/** Saves the edits as a draft while the page is open. */
function useKeptDraft({ work, params, baseId }: UseKeptDraftOptions): DraftKeeper {
  const base = useLatest(baseId);
  return useDraftLoop(() =>
    createDraftKeeper({
      work,
      send: (parts, version) => {
        const body = { baseId: base.current, window: windowId, version, parts };
        return call(putReadingDraft, { params, body }, { quiet: true });
      },
      drop: (version) => call(discardReadingDraft, { params, query: { window: windowId, version } }, { quiet: true }),
    }),
  );
}

type UseFoundDraftOptions = {
  work: TextWork;
  params: { id: string; source: TextSource };
  keeper: DraftKeeper;
  draft: TextDraftInfo | null;
  refresh: () => Promise<unknown>;
};

/** Handles a draft that existed before; restoring it can be undone. */
function useFoundDraft({ work, params, keeper, draft, refresh }: UseFoundDraftOptions): LeftBehind {
  const quiet = { quiet: true };
  return useLeftBehind({
    draft,
    refresh,
    goOn: async ({ own, version }) => {
      await call(takeReadingLock, { params, body: { window: windowId } }, quiet);
      if (!own) await call(takeReadingDraft, { params, body: { window: windowId, version } }, quiet);
      const kept = await call(getReadingDraft, { params }, quiet);
      if (!kept) return;
      work.perform({ changes: partsChange(work.state.get().lines, kept.parts, work.newKey), after: null });
      keeper.adopt(kept.draft);
    },
    discard: async ({ version }) => {
      await call(discardReadingDraft, { params, query: { window: windowId, version } }, quiet);
      await refresh();
    },
  });
}
