import type { Endpoint, RequestOf } from '@lectern/contract/endpoint.ts';
import {
  addHomeEntries,
  createHomeSlot,
  discardHomeChanges,
  getHomeDraft,
  type HomeDraft,
  type HomeEntry,
  type HomeSlot,
  placeHomeEntry,
  placeHomeSlot,
  removeHomeEntries,
  removeHomeSlot,
  setHomeEntryCover,
  undoHomeChange,
  updateHomeEntry,
  updateHomeSlot,
} from '@lectern/contract/features/home-page.ts';
import {
  getHomeChanges,
  getHomeVersion,
  listHomeVersions,
  previewHomePage,
} from '@lectern/contract/features/home-page-publication.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reordered } from '../../components/drag/sort-list.tsx';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { dismissAbout, notify } from '../../lib/notifications.ts';
import { createChangeQueue, isAnswerOf, queryOf } from '../../lib/queries.ts';
import { slotName, titleOf } from './home-words.ts';

const { queryKey } = queryOf(getHomeDraft);
const besides = [getHomeChanges, getHomeVersion, listHomeVersions, previewHomePage];

/** The draft, kept current by live events about the home page and resources. */
export function useHomeDraft() {
  const client = useQueryClient();
  useLiveEvents('homePage', () => void refreshHome(client));
  useLiveEvents('resource', () => void refreshHome(client));
  // Re-renders when the language changes; `select` is a new function each time, so default slot names are translated
  // again.
  useTexts();
  return useQuery({ ...queryOf(getHomeDraft, {}, { quiet: true }), select: (draft) => named(draft) });
}

const named = (draft: HomeDraft): HomeDraft => ({
  ...draft,
  slots: draft.slots.map((slot) => ({ ...slot, name: slotName(slot.name) })),
});

export function useMayManage(): boolean {
  return hasAbility(useCurrentUser().roleId, 'editor');
}

function knownDraft(client: QueryClient): HomeDraft | undefined {
  return client.getQueryData<HomeDraft>(queryKey);
}

/** Stores a draft in the cache unless a newer version is already there. */
export function keepDraft(client: QueryClient, draft: HomeDraft): void {
  client.setQueryData<HomeDraft>(queryKey, (known) => (known && known.version > draft.version ? known : draft));
  void client.invalidateQueries({ predicate: isAnswerOf(besides) });
}

function showDraft(client: QueryClient, change: (draft: HomeDraft) => HomeDraft): void {
  client.setQueryData<HomeDraft>(queryKey, (known) => known && change(known));
}

export function refreshHome(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([getHomeDraft, ...besides]) });
}

type Body<E extends Endpoint> = Omit<NonNullable<RequestOf<E>['body']>, 'version'>;
export type SlotFields = Body<typeof createHomeSlot>;
export type EntryEdit = Body<typeof updateHomeEntry>;
type NewEntries = Body<typeof addHomeEntries>;
type Cover = Body<typeof setHomeEntryCover>['cover'];

/** Only the last change can be undone, so its notification replaces the one before. */
const about = 'homePage';

const inTurn = createChangeQueue();

/** Actions on the draft, each with Undo. Errors are shown globally and rethrown. */
export function useHomeActions() {
  const client = useQueryClient();
  const texts = useTexts();
  return useMemo(() => homeActions(client, texts), [client, texts]);
}
export type HomeActions = ReturnType<typeof homeActions>;

function homeActions(client: QueryClient, texts: Texts) {
  const words = texts.homePage;
  const send = (action: (version: number) => Promise<HomeDraft>) =>
    inTurn(async () => {
      try {
        const draft = await action(knownDraft(client)?.version ?? 0);
        keepDraft(client, draft);
        dismissAbout(about);
        return draft;
      } catch (error) {
        // Someone else changed or deleted it, so reload.
        if (isApiError(error)) void refreshHome(client);
        throw error;
      }
    });
  const undo = (version: number) =>
    send(() => call(undoHomeChange, { body: { version } })).then(
      () => notify({ level: 'success', title: words.undone }),
      () => undefined,
    );
  const change = async (title: string, action: (version: number) => Promise<HomeDraft>): Promise<HomeDraft> => {
    const draft = await send(action);
    const { version } = draft;
    notify({ level: 'success', title, about, action: { label: words.undo, run: () => void undo(version) } });
    return draft;
  };
  const quietly = { quiet: true } as const;

  return {
    send,
    change,
    addSlot: (fields: SlotFields) =>
      change(fillText(words.done.slotAdded, { name: slotName(fields.name) }), (version) =>
        call(createHomeSlot, { body: { ...fields, version } }, quietly),
      ),
    saveSlot: (slot: HomeSlot, edit: Partial<SlotFields>) =>
      change(fillText(words.done.slotSaved, { name: slotName(edit.name ?? slot.name) }), (version) =>
        call(updateHomeSlot, { params: { id: slot.id }, body: { ...edit, version } }, quietly),
      ),
    placeSlot: ({ id, name }: HomeSlot, beforeId: string | null) => {
      if (beforeId === id) return Promise.resolve();
      showDraft(client, (draft) => ({ ...draft, slots: reordered(draft.slots, id, beforeId) }));
      const doing = change(fillText(words.done.slotMoved, { name }), (version) =>
        call(placeHomeSlot, { params: { id }, body: { beforeId, version } }),
      );
      return doing.catch(() => undefined);
    },
    removeSlot: ({ id, name }: HomeSlot) =>
      change(fillText(words.done.slotRemoved, { name }), (version) =>
        call(removeHomeSlot, { params: { id }, body: { version } }),
      ).catch(() => undefined),
    add: (slot: HomeSlot, entries: NewEntries) =>
      change(fillText(words.done.added, { count: entries.subjects.length, name: slot.name }), (version) =>
        call(addHomeEntries, { params: { id: slot.id }, body: { ...entries, version } }, quietly),
      ),
    save: (entry: HomeEntry, edit: EntryEdit) =>
      change(fillText(words.done.saved, { title: edit.title ?? titleOf(entry, texts) }), (version) =>
        call(updateHomeEntry, { params: { id: entry.id }, body: { ...edit, version } }, quietly),
      ),
    pause: (entry: HomeEntry, paused: boolean) =>
      change(fillText(paused ? words.done.paused : words.done.resumed, { title: titleOf(entry, texts) }), (version) =>
        call(updateHomeEntry, { params: { id: entry.id }, body: { paused, version } }),
      ).catch(() => undefined),
    place: (entry: HomeEntry, slotId: string, beforeId: string | null) => {
      if (beforeId === entry.id) return Promise.resolve();
      showDraft(client, (draft) => withEntryAt(draft, entry, slotId, beforeId));
      const doing = change(fillText(words.done.moved, { title: titleOf(entry, texts) }), (version) =>
        call(placeHomeEntry, { params: { id: entry.id }, body: { slotId, beforeId, version } }),
      );
      return doing.catch(() => undefined);
    },
    remove: (entry: HomeEntry) =>
      change(fillText(words.done.removed, { title: titleOf(entry, texts) }), (version) =>
        call(removeHomeEntries, { body: { ids: [entry.id], version } }),
      ).catch(() => undefined),
    cover: (entry: HomeEntry, cover: Cover) =>
      change(fillText(words.done.covered, { title: titleOf(entry, texts) }), (version) =>
        call(setHomeEntryCover, { params: { id: entry.id }, body: { cover, version } }, quietly),
      ),
    discard: () => change(words.done.discarded, (version) => call(discardHomeChanges, { body: { version } })),
  };
}

/** The draft after a move, for optimistic updates. */
function withEntryAt(draft: HomeDraft, entry: HomeEntry, slotId: string, beforeId: string | null): HomeDraft {
  const slots = draft.slots.map((slot) => {
    const others = slot.entries.filter((one) => one.id !== entry.id);
    if (slot.id !== slotId) return { ...slot, entries: others };
    const at = beforeId ? others.findIndex((one) => one.id === beforeId) : others.length;
    return { ...slot, entries: others.toSpliced(at < 0 ? others.length : at, 0, entry) };
  });
  return { ...draft, slots };
}
