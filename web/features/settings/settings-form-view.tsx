import type { VersionedSettings } from '@lectern/contract/features/settings.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { AccessSection } from './access-section.tsx';
import { AnnouncementSection } from './announcement-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { MailSection } from './mail-section.tsx';
import { ResourceSection } from './resource-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { SensitiveSection } from './sensitive-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { SummarySection } from './summary-section.tsx';
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
      <strong>{who}</strong> {settings.conflictText}
    </Banner>
  );
}
