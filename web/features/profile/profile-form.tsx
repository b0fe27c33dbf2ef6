import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { listMyActivity, updateProfile } from '@lectern/contract/features/profile.ts';
import { type FormEvent, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../components/field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useCurrentUser, useInitialState } from '../../lib/current-user.tsx';
import { sentenceGap } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { initialState } from '../../lib/initial-state.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';

export function ProfileForm() {
  const { profile, words } = useTexts();
  const form = useProfileForm();
  const unsaved = form.changed.length > 0;

  const field = (name: keyof ProfileValues) => ({
    label: profile[name],
    value: form.values[name],
    changed: form.changed.includes(name),
    error: form.problems[name],
    note: form.overtaken.includes(name)
      ? fillText(profile.newerValue, { value: form.stored[name] || profile.emptyValue })
      : undefined,
    onChange: (value: string) => form.set(name, value),
  });
  return (
    <Card title={profile.aboutYou}>
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        {form.conflict && (
          <div className="form-notice">
            <Banner tone="warning" actions={<Button onClick={form.discard}>{profile.conflictReload}</Button>}>
              <strong>{profile.conflict}</strong>
              {sentenceGap()}
              {profile.conflictText}
            </Banner>
          </div>
        )}
        {form.error && !form.conflict && !form.error.details?.fields && (
          <div className="form-notice">
            <ErrorPanel error={form.error} title={profile.notSaved} />
          </div>
        )}
        <div className="form-grid">
          <TextField {...field('name')} autoComplete="name" required wide />
          <TextField {...field('email')} type="email" autoComplete="email" hint={profile.emailHint} />
          <TextField {...field('phone')} type="tel" autoComplete="tel" />
        </div>
        <div className="form-foot">
          <Button look="primary" submits busy={form.saving} disabled={!unsaved}>
            {form.saving ? words.saving : words.save}
          </Button>
          {unsaved && <Button onClick={form.discard}>{words.discard}</Button>}
        </div>
      </form>
      <UnsavedGuard unsaved={unsaved} />
    </Card>
  );
}

function useProfileForm() {
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
      // Refetch: the newer version is needed to show what changed and to save over it.
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

type ProfileValues = { name: string; email: string; phone: string };
type ProfileProblems = Partial<Record<keyof ProfileValues, string>>;

const limits: Record<keyof ProfileValues, number> = { name: 100, email: 254, phone: 40 };

function valuesOf(user: CurrentUser): ProfileValues {
  return { name: user.name, email: user.email ?? '', phone: user.phone ?? '' };
}

/** Sends only changed fields; empty contact fields are stored as null. */
function bodyOf(values: ProfileValues, changed: (keyof ProfileValues)[], version: number) {
  const all = { name: values.name.trim(), email: values.email.trim() || null, phone: values.phone.trim() || null };
  return { ...Object.fromEntries(changed.map((name) => [name, all[name]])), version };
}

/** Checks the values before they are sent. */
function problemsOf(values: ProfileValues, { profile, words }: Texts): ProfileProblems {
  const problems: ProfileProblems = {};
  for (const name of ['name', 'email', 'phone'] as const) {
    if (values[name].trim().length > limits[name]) problems[name] = fillText(words.tooLong, { count: limits[name] });
  }
  if (!values.name.trim()) problems.name = words.required;
  if (values.email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    problems.email = profile.emailInvalid;
  }
  return problems;
}

/** Field errors reported by the server. */
function refusalsOf(error: unknown): ProfileProblems {
  const { name, email, phone } = fieldErrorsOf(error);
  return { name, email, phone };
}
