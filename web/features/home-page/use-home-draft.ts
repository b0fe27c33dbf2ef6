import { getHomeDraft, type HomeDraft } from '@lectern/contract/features/home-page.ts';
import {
  getHomeChanges,
  getHomeVersion,
  listHomeVersions,
  previewHomePage,
} from '@lectern/contract/features/home-page-publication.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';
import { slotName } from './home-words.ts';

const { queryKey } = queryOf(getHomeDraft);
const besides = [getHomeChanges, getHomeVersion, listHomeVersions, previewHomePage];

/** The draft, as it is right now: what others change comes by itself, and so does what becomes of the resources. */
export function useHomeDraft() {
  const client = useQueryClient();
  useLiveEvents('homePage', () => void refreshHome(client));
  useLiveEvents('resource', () => void refreshHome(client));
  // A function of its own each time, after the language was asked for: names follow it.
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

export function knownDraft(client: QueryClient): HomeDraft | undefined {
  return client.getQueryData<HomeDraft>(queryKey);
}

/** Takes in an answer, unless a newer one was here before it. */
export function keepDraft(client: QueryClient, draft: HomeDraft): void {
  client.setQueryData<HomeDraft>(queryKey, (known) => (known && known.version > draft.version ? known : draft));
  void client.invalidateQueries({ predicate: isAnswerOf(besides) });
}

export function showDraft(client: QueryClient, change: (draft: HomeDraft) => HomeDraft): void {
  client.setQueryData<HomeDraft>(queryKey, (known) => known && change(known));
}

export function refreshHome(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([getHomeDraft, ...besides]) });
}
