import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { mayRequire, publishFields } from '@lectern/contract/features/required-fields.ts';
import type { VersionedSettings } from '@lectern/contract/features/settings.ts';
import { languages } from '@lectern/contract/language.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { SeveralField } from '../../components/choice-field.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { MailServerCard } from '../../components/mail-server-card.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextareaField, TextField } from '../../components/text-field.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { sentenceGap } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { SaveBar } from './save-bar.tsx';
import { fieldOf, NumberField } from './settings-field.tsx';
import { fieldsIn, settingsLimits } from './settings-values.ts';
import { AnnouncementSection, SummarySection } from './summary-section.tsx';
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts';

export function SettingsFormView({ stored }: { stored: VersionedSettings }) {
  const { settings } = useTexts();
  const readOnly = !hasAbility(useCurrentUser().roleId, 'admin');
  const form = useSettingsForm(stored);
  const unexplained = form.error && !form.conflict && !form.error.details?.fields;
  return (
    <form
      className="settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {readOnly && <Banner tone="info">{settings.readOnly}</Banner>}
      {form.conflict && <Conflict stored={stored} form={form} />}
      {unexplained && <ErrorPanel error={form.error} title={settings.notSaved} />}
      <GeneralSection form={form} readOnly={readOnly} />
      <SignInSection form={form} readOnly={readOnly} />
      <ResourceSection form={form} readOnly={readOnly} />
      <RequiredSection form={form} readOnly={readOnly} />
      <SensitiveSection form={form} readOnly={readOnly} />
      <SummarySection form={form} readOnly={readOnly} />
      <AuditSection form={form} readOnly={readOnly} />
      <AccessSection form={form} readOnly={readOnly} />
      <AnnouncementSection form={form} readOnly={readOnly} />
      <MailSection readOnly={readOnly} />
      {!readOnly && <SaveBar form={form} />}
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </form>
  );
}

function Conflict({ stored, form }: { stored: VersionedSettings; form: SettingsForm }) {
  const { settings } = useTexts();
  const format = useFormat();
  const { updatedBy, updatedAt } = stored;
  const who =
    updatedBy && updatedAt
      ? fillText(settings.conflictBy, { name: updatedBy, when: format.relativeTime(updatedAt) })
      : settings.conflict;
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" onClick={form.discard}>
          {settings.conflictDiscard}
        </Button>
      }
    >
      <strong>{who}</strong>
      {sentenceGap()}
      {settings.conflictText}
    </Banner>
  );
}

/** The operator configures the mail server; staff can only test it here. */
function MailSection({ readOnly }: { readOnly: boolean }) {
  const { data } = useQuery(queryOf(getMailServer, {}, { quiet: true }));
  return data ? <MailServerCard report={data} mayCheck={!readOnly} /> : null;
}

function AuditSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const format = useFormat();
  const { settings } = useTexts();
  const { auditMin: min, auditMax: max } = settingsLimits;
  return (
    <Card title={settings.audit} text={settings.auditText}>
      <div className="form-grid">
        <NumberField
          {...{ form, readOnly, min, max }}
          name="auditDays"
          label={settings.auditDays}
          hint={fillText(settings.auditDaysHint, { min: format.number(min), max: format.number(max) })}
        />
      </div>
    </Card>
  );
}

function GeneralSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings, words } = texts;
  return (
    <Card title={settings.general} text={settings.generalText}>
      <div className="form-grid">
        <TextField
          {...fieldOf(form, 'platformName', texts)}
          label={settings.platformName}
          hint={settings.platformNameHint}
          readOnly={readOnly}
          required
        />
        <SelectField
          {...fieldOf(form, 'defaultLanguage', texts)}
          label={settings.defaultLanguage}
          hint={settings.defaultLanguageHint}
          options={languages.map((value) => ({ value, label: words.languages[value] }))}
          disabled={readOnly}
        />
      </div>
    </Card>
  );
}

/** How long access events are kept, and for how long they include the address and the person. */
function AccessSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const format = useFormat();
  const { settings } = useTexts();
  const { accessMonthsMin, accessMonthsMax, accessDaysMin, accessDaysMax } = settingsLimits;
  const fields = [
    { name: 'accessMonths', min: accessMonthsMin, max: accessMonthsMax },
    { name: 'accessAddressDays', min: accessDaysMin, max: accessDaysMax },
    { name: 'accessPersonDays', min: accessDaysMin, max: accessDaysMax },
  ] as const;
  return (
    <Card title={settings.access} text={settings.accessText}>
      <div className="form-grid">
        {fields.map(({ name, min, max }) => (
          <NumberField
            key={name}
            {...{ form, readOnly, name, min, max }}
            label={settings[name]}
            hint={fillText(settings[`${name}Hint`], { min: format.number(min), max: format.number(max) })}
          />
        ))}
      </div>
    </Card>
  );
}

function SignInSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { passwordMin: min, passwordMax: max } = settingsLimits;
  return (
    <Card title={settings.signIn} text={settings.signInText}>
      <div className="form-grid">
        <TextareaField
          {...fieldOf(form, 'loginHelp', texts)}
          label={settings.loginHelp}
          hint={settings.loginHelpHint}
          readOnly={readOnly}
          rows={2}
          wide
        />
        <NumberField
          {...{ form, readOnly, min, max }}
          name="passwordMinLength"
          label={settings.passwordMinLength}
          hint={fillText(settings.passwordMinLengthHint, { min, max })}
          required
        />
      </div>
    </Card>
  );
}

const requiredByKind = [
  ['document', 'requiredDocument'],
  ['video', 'requiredVideo'],
  ['audio', 'requiredAudio'],
  ['image', 'requiredImage'],
] as const;

/** The fields that each kind of resource needs before publishing. */
function RequiredSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const { settings, resource } = useTexts();
  const names = { ...resource.fields, tagIds: resource.fields.tags, subjectId: resource.fields.subject };
  return (
    <Card title={settings.required} text={settings.requiredText}>
      <div className="settings-required">
        {requiredByKind.map(([kind, name]) => (
          <SeveralField
            key={kind}
            label={resource.kinds[kind]}
            disabled={readOnly}
            options={publishFields
              .filter((field) => mayRequire(kind, field))
              .map((field) => ({ value: field, label: names[field] }))}
            value={fieldsIn(form.values[name])}
            onChange={(fields) => form.set(name, fields.join())}
          />
        ))}
      </div>
    </Card>
  );
}

const due = ['dueBlock', 'dueReview', 'dueNotice'] as const;

function SensitiveSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const { settings } = useTexts();
  const { dueMin, dueMax } = settingsLimits;
  return (
    <Card title={settings.sensitive} text={settings.sensitiveText}>
      <Switch
        label={settings.reviewHoldsPublication}
        hint={settings.reviewHoldsPublicationHint}
        checked={form.values.reviewHoldsPublication}
        disabled={readOnly}
        onChange={(checked) => form.set('reviewHoldsPublication', checked)}
      />
      <div className="form-grid">
        {due.map((name) => (
          <NumberField
            key={name}
            {...{ form, readOnly, name }}
            required
            label={settings[name]}
            hint={fillText(settings.dueHint, { min: dueMin, max: dueMax })}
            min={dueMin}
            max={dueMax}
          />
        ))}
      </div>
    </Card>
  );
}

function ResourceSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const format = useFormat();
  const { settings } = useTexts();
  const { trashMin, trashMax, fileMin, fileMax } = settingsLimits;
  return (
    <Card title={settings.resources} text={settings.resourcesText}>
      <Switch
        label={settings.reviewBeforePublish}
        hint={settings.reviewBeforePublishHint}
        checked={form.values.reviewBeforePublish}
        disabled={readOnly}
        onChange={(checked) => form.set('reviewBeforePublish', checked)}
      />
      <div className="form-grid">
        <NumberField
          {...{ form, readOnly }}
          name="maxFileMegabytes"
          required
          label={settings.maxFile}
          hint={settings.maxFileHint}
          min={fileMin}
          max={fileMax}
        />
        <NumberField
          {...{ form, readOnly }}
          name="trashDays"
          required
          label={settings.trashDays}
          hint={fillText(settings.trashDaysHint, { min: format.number(trashMin), max: format.number(trashMax) })}
          min={trashMin}
          max={trashMax}
        />
      </div>
    </Card>
  );
}
