import { Banner } from '../../components/banner.tsx';
import { Card } from '../../components/card.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextareaField, TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { fromZonedInput } from '../../lib/zoned-time.ts';
import { fieldOf } from './settings-field.ts';
import type { SettingsForm } from './use-settings-form.ts';

const levels = ['info', 'warning'] as const;

export function AnnouncementSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings, words } = texts;
  const { values } = form;
  return (
    <Card
      title={settings.announcement}
      text={settings.announcementText}
      aside={form.changed.includes('announcementOn') && <span className="field-changed">{words.changed}</span>}
    >
      <div className="card-body">
        <Switch
          label={settings.announcementOn}
          checked={values.announcementOn}
          onChange={(on) => form.set('announcementOn', on)}
          disabled={readOnly}
        />
      </div>
      {values.announcementOn && <AnnouncementFields form={form} readOnly={readOnly} />}
    </Card>
  );
}

function AnnouncementFields({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { values, timeZone } = form;
  const until = fromZonedInput(values.announcementUntil, timeZone);
  const past = until !== null && Date.parse(until) <= Date.now();
  return (
    <>
      <div className="form-grid">
        <TextareaField
          {...fieldOf(form, 'announcementText', texts)}
          label={settings.announcementMessage}
          readOnly={readOnly}
          rows={2}
          wide
          required
        />
        <SelectField
          {...fieldOf(form, 'announcementLevel', texts)}
          label={settings.announcementLevel}
          options={levels.map((value) => ({ value, label: settings.levels[value] }))}
          disabled={readOnly}
        />
        <TextField
          {...fieldOf(form, 'announcementUntil', texts)}
          label={settings.announcementUntil}
          hint={past ? settings.announcementPast : fillText(settings.announcementUntilHint, { zone: timeZone })}
          type="datetime-local"
          readOnly={readOnly}
        />
      </div>
      <div className="settings-preview">
        <h3>{settings.preview}</h3>
        <Banner tone={values.announcementLevel} icon="megaphone" label={settings.preview}>
          {values.announcementText.trim() || <span className="settings-quiet">{settings.previewEmpty}</span>}
        </Banner>
      </div>
    </>
  );
}
