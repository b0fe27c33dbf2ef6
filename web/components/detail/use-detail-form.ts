import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { isApiError } from '../../lib/api-error.ts';
import { fieldErrorsOf } from '../field.tsx';
import { useDraft } from '../use-draft.ts';

type Problems<Values> = Partial<Record<keyof Values, string>>;

type Options<Values extends object> = {
  /** Changing the id discards all edits. */
  id: string;
  stored: Values;
  /** The object doesn't exist yet, so it can be saved without changes. */
  isNew?: boolean;
  check: (values: Values) => Problems<Values>;
  /** Sends the changed fields with the version they were read in. */
  save: (values: Values, changed: (keyof Values)[]) => Promise<void>;
  /** Maps a server error to fields; by default uses the field names in the response. */
  refused?: (error: ApiError) => Problems<Values>;
  /** Loads the newer version after a conflict. */
  reload: () => Promise<unknown>;
};

/**
 * Edit form of an object: keeps edits through conflicts, sends the version, and shows server errors at their fields.
 */
export function useDetailForm<Values extends object>(options: Options<Values>) {
  const { id, stored, isNew = false, check, save, reload } = options;
  const refused = options.refused ?? ((thrown: ApiError) => fieldErrorsOf(thrown) as Problems<Values>);
  const draft = useDraft(stored);
  const [problems, setProblems] = useState<Problems<Values>>({});
  const [error, setError] = useState<ApiError | null>(null);
  const [saving, setSaving] = useState(false);

  const discard = () => {
    draft.discard();
    setProblems({});
    setError(null);
  };
  const [shownId, setShownId] = useState(id);
  if (shownId !== id) {
    setShownId(id);
    discard();
  }

  const submit = async () => {
    if (saving || (draft.changed.length === 0 && !isNew)) return;
    const found = check(draft.values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    setError(null);
    try {
      await save(draft.values, draft.changed);
      draft.discard();
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
      setProblems(refused(thrown));
      if (thrown.code === 'changedMeanwhile') await reload();
    } finally {
      setSaving(false);
    }
  };
  const conflict = error?.code === 'changedMeanwhile' || draft.overtaken.length > 0;
  return {
    ...draft,
    problems,
    saving,
    submit,
    /** Someone else has changed the object; saving again overwrites their values. */
    conflict: conflict && draft.changed.length > 0,
    /** An error that belongs to no field. */
    error: error && !conflict && Object.keys(refused(error)).length === 0 ? error : null,
    set<Name extends keyof Values>(name: Name, value: Values[Name]) {
      setProblems((known) => ({ ...known, [name]: undefined }));
      draft.set(name, value);
    },
    discard,
  };
}
