import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextField } from '../../components/text-field.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { ProfileValues } from './profile-values.ts';
import { useProfileForm } from './use-profile-form.ts';

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
              <strong>{profile.conflict}</strong> {profile.conflictText}
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
