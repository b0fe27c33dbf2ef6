import {
  getPublicSettings,
  getSettings,
  updateSettings,
  type VersionedSettings,
} from '@lectern/contract/features/settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraft } from '../../components/use-draft.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { problemsOf, refusalsOf, type SettingsProblems } from './settings-problems.ts';
import { patchOf, type SettingsValues, valuesOf } from './settings-values.ts';

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** Edits over the stored settings, saving them, and what stands in the way of it. */
export function useSettingsForm(stored: VersionedSettings) {
  const texts = useTexts();
  const client = useQueryClient();
  const { timeZone } = useCurrentUser();
  const storedValues = valuesOf(stored.settings, timeZone);
  const draft = useDraft(storedValues);
  const save = useMutationOf(updateSettings, { quiet: true, invalidates: [getPublicSettings] });
  const [problems, setProblems] = useState<SettingsProblems>({});
  const storedKey = queryOf(getSettings).queryKey;

  const submit = async () => {
    const found = problemsOf(draft.values, texts);
    setProblems(found);
    if (draft.changed.length === 0 || Object.keys(found).length > 0) return;
    const settings = patchOf(draft.values, draft.changed, stored.settings, timeZone);
    try {
      const saved = await save.mutateAsync({ body: { settings, version: stored.version } });
      client.setQueryData(storedKey, saved);
      draft.discard();
      notify({ level: 'success', title: texts.settings.saved });
    } catch (error) {
      setProblems(refusalsOf(error));
      // The newer version is needed both to show what changed and to be able to save over it.
      const overtaken = isApiError(error) && error.code === 'changedMeanwhile';
      if (overtaken) await client.invalidateQueries({ queryKey: storedKey });
    }
  };

  return {
    ...draft,
    storedValues,
    timeZone,
    problems,
    submit,
    saving: save.isPending,
    error: save.error,
    conflict: save.error?.code === 'changedMeanwhile' || draft.overtaken.length > 0,
    set<Name extends keyof SettingsValues>(name: Name, value: SettingsValues[Name]) {
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
