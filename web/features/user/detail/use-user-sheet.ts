import { getUser, listUsers, type UserRow, updateUser } from '@lectern/contract/features/user.ts';
import { listUserActivity, userDetailEndpoints } from '@lectern/contract/features/user-detail.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { bodyOf, problemsOf, valuesOf } from '../user-values.ts';
import { mayEdit } from './user-words.ts';

/** One user as stored, and everything that keeps that fresh. */
export function useStoredUser(id: string, row: UserRow | undefined) {
  const client = useQueryClient();
  const user = useQuery({
    ...queryOf(getUser, { params: { id } }, { quiet: true }),
    ...(row && { placeholderData: row }),
  });
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([getUser, listUserActivity]) });
  // An action on users may have been for this one.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === 'user' && operation.finishedAt) void refresh();
  });
  return { user, refresh };
}

/** Edits of a user: under the edit lock, with the version, kept through conflicts. */
export function useUserSheet(user: UserRow, refresh: () => Promise<void>) {
  const texts = useTexts();
  const me = useCurrentUser();
  const client = useQueryClient();
  const form = useDetailForm({
    id: user.id,
    stored: valuesOf(user),
    check: (values) => problemsOf(values, texts),
    reload: refresh,
    save: async (values, changed) => {
      const body = bodyOf(values);
      const changes = Object.fromEntries(changed.map((name) => [name, body[name]]));
      const request = { params: { id: user.id }, body: { ...changes, version: user.version } };
      const saved = await call(updateUser, request, { quiet: true });
      client.setQueryData(queryOf(getUser, { params: { id: user.id } }).queryKey, saved);
      void client.invalidateQueries({ predicate: isAnswerOf([listUsers, listUserActivity]) });
      notify({ level: 'success', title: fillText(texts.user.form.saved, { name: saved.name }) });
    },
  });
  const lock = useEditLock(userDetailEndpoints, user.id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void refresh();
  };
  const editable = mayEdit(user, me) && !lock.other && !lock.finished;
  return { form, lock, goOn, editable };
}
export type UserSheetState = ReturnType<typeof useUserSheet>;
