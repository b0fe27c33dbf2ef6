import {
  getSummary,
  listSummaries,
  type SummaryView,
  summaryDetailEndpoints,
  takeSummaryLock,
} from '@lectern/contract/features/summary.ts';
import { editSummary, listSummaryVersions } from '@lectern/contract/features/summary-change.ts';
import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import {
  discardSummaryDraft,
  getSummaryDraft,
  putSummaryDraft,
  type SummaryDraftPart,
  takeSummaryDraft,
} from '@lectern/contract/features/summary-draft.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useEditLock } from '../../../components/detail/use-editing.ts';
import { createDraftLoop, type DraftLoop, useDraftLoop } from '../../../components/workbench/draft-loop.ts';
import { useLeftBehind } from '../../../components/workbench/text-banners.tsx';
import { useAttempt } from '../../../components/workbench/use-attempt.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { createStore } from '../../../lib/store.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { windowId } from '../../../lib/window-id.ts';
import {
  draftOf,
  type EditedSummary,
  editedOf,
  noContent,
  sameSummary,
  savedOf,
  withDraft,
} from '../model/edited-summary.ts';
import type { OpenedProps } from './opened-props.ts';

type Base = { id: string | null; number: number };

const baseOf = ({ current }: SummaryView): Base => ({ id: current?.id ?? null, number: current?.number ?? 0 });

/** Edit state of a summary: takes the edit lock, keeps a draft, and saves on top of the result it started from. */
export function useSummaryEdit({ view, draft, refresh, refreshDraft }: OpenedProps) {
  const { summary } = useTexts();
  const client = useQueryClient();
  const { id } = view;
  const params = { id };
  const [work] = useState(() => createSummaryWork(editedOf(view.current?.content ?? noContent)));
  const [base, setBase] = useState(() => baseOf(view));
  const { attempt, busy, error, clearError } = useAttempt(refresh);
  const unsaved = useSyncExternalStore(work.state.subscribe, () => isUnsaved(work.state.get()));
  const baseId = base.id ?? id;
  const keeper = useSummaryDraft(work, id, baseId);
  const mayEdit = view.moves.includes('edit');
  const lock = useEditLock(summaryDetailEndpoints, id, unsaved && mayEdit);
  const left = useLeftBehind({
    draft,
    refresh: refreshDraft,
    goOn: async ({ own, version }) => {
      await call(takeSummaryLock, { params, body: { window: windowId } }, { quiet: true });
      if (!own) await call(takeSummaryDraft, { params, body: { window: windowId, version } }, { quiet: true });
      const kept = await call(getSummaryDraft, { params }, { quiet: true });
      const content = kept?.parts[0]?.content;
      if (!kept || !content) return;
      work.perform((value) => withDraft(content, [value]));
      keeper.adopt(kept.draft);
    },
    discard: ({ version }) =>
      call(discardSummaryDraft, { params, query: { window: windowId, version } }, { quiet: true }),
  });
  const current = view.current;
  const newer = current && current.id !== base.id ? current : null;
  const locked = lock.other !== null || lock.finished !== null;
  const readOnly = !mayEdit || locked || left.draft !== null || (newer !== null && !unsaved);

  /** Stores the server's response as the current view. */
  const take = (next: SummaryView) => {
    client.setQueryData(queryOf(getSummary, { params }).queryKey, next);
    void client.invalidateQueries({ predicate: isAnswerOf([listSummaries, listSummaryVersions]) });
  };
  const store = async (): Promise<SummaryView> => {
    await keeper.settle();
    const sent = work.state.get().value;
    const body = {
      baseId: base.id,
      version: view.version,
      content: savedOf(sent),
      draftVersion: keeper.version() || null,
    };
    const saved = await call(editSummary, { params, body }, { quiet: true });
    const stored = editedOf(saved.current?.content ?? noContent);
    work.markSaved(sent, stored);
    keeper.save(stored);
    setBase(baseOf(saved));
    take(saved);
    return saved;
  };
  return {
    view,
    work,
    keeper,
    base,
    baseId,
    lock,
    left,
    newer,
    mayEdit,
    readOnly,
    unsaved,
    busy,
    error,
    attempt,
    store,
    take,
    save: async () => {
      if (!unsaved || readOnly) return;
      const saved = await attempt(store);
      if (saved?.number) notify({ level: 'success', title: fillText(summary.saved, { number: saved.number }) });
    },
    /** Continues from the current result, with `value` on screen; discards the old draft. */
    goOnFrom: async (stored: SummaryContent, value?: EditedSummary, from: SummaryView = view) => {
      await keeper.settle();
      const version = keeper.version();
      if (version > 0)
        await call(discardSummaryDraft, { params, query: { window: windowId, version } }, { quiet: true }).catch(
          () => undefined,
        );
      const edited = editedOf(stored);
      clearError();
      setBase(baseOf(from));
      work.rebase(edited, value ?? edited);
      keeper.save(edited);
    },
  };
}
export type SummaryEdit = ReturnType<typeof useSummaryEdit>;

type SummaryKeeper = DraftLoop<EditedSummary, SummaryDraftPart>;

/** Saves the edits as a draft while the page is open; the draft holds the whole summary. */
function useSummaryDraft(work: SummaryWork, id: string, baseId: string): SummaryKeeper {
  const base = useLatest(baseId);
  return useDraftLoop(() =>
    createDraftLoop<EditedSummary, SummaryDraftPart>({
      read: () => work.state.get().value,
      subscribe: work.state.subscribe,
      changesOf: (from, to) => (sameSummary(from, to) ? [] : [{ number: 1, content: draftOf(to) }]),
      send: (parts, version) =>
        call(
          putSummaryDraft,
          { params: { id }, body: { baseId: base.current, window: windowId, version, parts } },
          { quiet: true },
        ),
      drop: (version) =>
        call(discardSummaryDraft, { params: { id }, query: { window: windowId, version } }, { quiet: true }),
    }),
  );
}

type Work = {
  value: EditedSummary;
  saved: EditedSummary;
  past: readonly EditedSummary[];
  future: readonly EditedSummary[];
};

/** Keystrokes in one field form one undo step until a pause of this length. */
const pauseMs = 1_000;

/** A summary with unlimited undo and redo. */
export function createSummaryWork(start: EditedSummary) {
  const state = createStore<Work>({ value: start, saved: start, past: [], future: [] });
  let typing: { field: string; at: number } | null = null;
  return {
    state,
    /** `field`: the field being typed in; its changes merge into one undo step until there is a pause. */
    perform(change: (value: EditedSummary) => EditedSummary, field?: string): void {
      const { value, past, saved } = state.get();
      const next = change(value);
      if (next === value) return;
      const now = Date.now();
      const goesOn = field !== undefined && typing?.field === field && now - typing.at < pauseMs;
      typing = field === undefined ? null : { field, at: now };
      state.set({ value: next, saved, past: goesOn ? past : [...past, value], future: [] });
    },
    undo(): void {
      const { value, past, future, saved } = state.get();
      const before = past.at(-1);
      typing = null;
      if (before) state.set({ value: before, saved, past: past.slice(0, -1), future: [value, ...future] });
    },
    redo(): void {
      const { value, past, future, saved } = state.get();
      const [after, ...rest] = future;
      typing = null;
      if (after) state.set({ value: after, saved, past: [...past, value], future: rest });
    },
    /** Marks the sent value as saved and takes the evidence the server found; newer edits stay. */
    markSaved(sent: EditedSummary, stored: EditedSummary): void {
      const { value, past, future } = state.get();
      typing = null;
      state.set({ value: value === sent ? stored : value, saved: stored, past, future });
    },
    /** Switches to another result; Undo brings back what was on screen. */
    rebase(stored: EditedSummary, value: EditedSummary): void {
      const { value: before, past } = state.get();
      typing = null;
      state.set({ value, saved: stored, past: [...past, before], future: [] });
    },
  };
}
type SummaryWork = ReturnType<typeof createSummaryWork>;

export function isUnsaved({ value, saved }: Work): boolean {
  return !sameSummary(value, saved);
}
