import { listMyActivity, updateProfile } from '@lectern/contract/features/profile.ts';
import { type FormEvent, useState } from 'react';
import { useDraft } from '../../components/use-draft.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useCurrentUser, useInitialState } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { initialState } from '../../lib/initial-state.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import {
  bodyOf,
  type ProfileProblems,
  type ProfileValues,
  problemsOf,
  refusalsOf,
  valuesOf,
} from './profile-values.ts';

/** Edits, saving, and what stands in the way of it. */
export function useProfileForm() {
  const texts = useTexts();
  const user = useCurrentUser();
  const { refresh } = useInitialState();
  const stored = valuesOf(user);
  const draft = useDraft(stored);
  const save = useMutationOf(updateProfile, { quiet: true, invalidates: [listMyActivity] });
  const [problems, setProblems] = useState<ProfileProblems>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(draft.values, texts);
    setProblems(found);
    if (draft.changed.length === 0 || Object.keys(found).length > 0) return;
    try {
      const saved = await save.mutateAsync({ body: bodyOf(draft.values, draft.changed, user.version) });
      initialState.update((state) => ({ ...state, user: saved }));
      draft.discard();
      notify({ level: 'success', title: texts.profile.saved });
    } catch (error) {
      setProblems(refusalsOf(error));
      // The newer version is needed both to show what changed and to be able to save over it.
      if (isApiError(error) && error.code === 'changedMeanwhile') await refresh();
    }
  };

  return {
    ...draft,
    stored,
    submit,
    problems,
    saving: save.isPending,
    conflict: save.error?.code === 'changedMeanwhile' || draft.overtaken.length > 0,
    error: save.error,
    set(name: keyof ProfileValues, value: string) {
      setProblems((known) => ({ ...known, [name]: undefined }));
      draft.set(name, value);
    },
    discard() {
      draft.discard();
      setProblems({});
      save.reset();
    },
  };
}
