import { type Library, updateLibrary } from '@lectern/contract/features/library.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { languageOptions, licenceOptions, visibilityOptions } from '../../components/resource/resource-options.ts';
import { SelectField } from '../../components/select-field.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextareaField, TextField } from '../../components/text-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { changedByFolders } from './folder-moves.ts';
import { closeLibraryDialog } from './library-dialog.ts';
import { changesOf, type LibraryValues, quotaProblem, rules, shownName, valuesOf } from './library-values.ts';
import './form-dialog.css';

/** Settings of a library: name, quota, contributors, and defaults for new resources. */
export function SettingsDialog({ library }: { library: Library }) {
  const texts = useTexts();
  const language = useLanguage();
  const user = useCurrentUser();
  const { library: own, words } = texts;
  const [values, setValues] = useState<LibraryValues>(() => valuesOf(library));
  const [tried, setTried] = useState(false);
  const save = useMutationOf(updateLibrary, { invalidates: changedByFolders, quiet: true });
  const errors = fieldErrorsOf(save.error);
  const set = (change: Partial<LibraryValues>) => setValues((was) => ({ ...was, ...change }));
  const wrongName = values.name.trim() === '' ? words.required : undefined;
  const wrongQuota = quotaProblem(values.quota) ? own.quotaWrong : undefined;
  const isAdmin = hasAbility(user.roleId, 'admin');
  const unset = { value: '', label: own.unset };
  const submit = () => {
    setTried(true);
    if (wrongName || wrongQuota) return;
    save.mutate(
      { params: { id: library.id }, body: { ...changesOf(library, values), version: library.version } },
      {
        onSuccess: () => {
          closeLibraryDialog();
          notify({ level: 'success', title: own.saved });
        },
      },
    );
  };
  return (
    <FormDialog
      title={fillText(own.settingsTitle, { name: shownName(library, user, texts) })}
      confirmLabel={words.save}
      busy={save.isPending}
      error={save.error}
      onClose={closeLibraryDialog}
      onConfirm={submit}
    >
      <TextField
        label={own.name}
        value={values.name}
        maxLength={100}
        error={(tried ? wrongName : undefined) ?? errors.name}
        data-first-focus
        onChange={(name) => set({ name })}
      />
      <TextareaField
        label={own.description}
        value={values.description}
        maxLength={1000}
        error={errors.description}
        onChange={(description) => set({ description })}
      />
      {isAdmin && (
        <TextField
          label={own.quota}
          hint={own.quotaHint}
          value={values.quota}
          inputMode="decimal"
          error={(tried ? wrongQuota : undefined) ?? errors.quotaBytes}
          onChange={(quota) => set({ quota })}
        />
      )}
      {library.kind !== 'personal' && (
        <SelectField
          label={own.contributors}
          value={values.contributors}
          options={(['editors', 'everyone'] as const).map((value) => ({ value, label: own.contributorRules[value] }))}
          onChange={(contributors) => set({ contributors })}
        />
      )}
      <fieldset className="library-defaults">
        <legend>{own.defaults}</legend>
        <SelectField
          label={own.language}
          hint={own.languageHint}
          value={values.defaultLanguage}
          options={[unset, ...languageOptions(language)]}
          onChange={(defaultLanguage) => set({ defaultLanguage })}
        />
        <SelectField
          label={own.licence}
          value={values.defaultLicence}
          options={[unset, ...licenceOptions(texts)]}
          onChange={(defaultLicence) => set({ defaultLicence })}
        />
        <SelectField
          label={own.visibility}
          value={values.defaultVisibility}
          options={visibilityOptions(texts)}
          onChange={(defaultVisibility) => set({ defaultVisibility })}
        />
      </fieldset>
      <fieldset className="library-defaults">
        <legend>{own.processing}</legend>
        {rules.map((step) => (
          <Switch
            key={step}
            label={texts.work.steps[step]}
            hint={own.processingHints[step]}
            checked={values.processing[step]}
            onChange={(on) => set({ processing: { ...values.processing, [step]: on } })}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
