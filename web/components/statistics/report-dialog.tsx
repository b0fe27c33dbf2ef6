import {
  createSavedReport,
  lastOfMonth,
  listSavedReports,
  type MailingTime,
  type ReportRhythm,
  type reportPages,
  reportRhythms,
  type SavedReport,
  updateSavedReport,
} from '@lectern/contract/features/saved-report.ts';
import { useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { FormDialog } from '../form-dialog.tsx';
import { SelectField } from '../select-field.tsx';
import { Switch } from '../switch.tsx';
import { TextField } from '../text-field.tsx';
import './statistics.css';

export type ReportDialogProps = {
  page: (typeof reportPages)[number];
  /** Query string with the page's current choices. */
  address: string;
  /** Undefined when a new report is being created. */
  report: SavedReport | undefined;
  /** The dialog was opened with the command that sends reports by mail. */
  mails: boolean;
  onClose: () => void;
  onSaved: (report: SavedReport) => void;
};

/** Saves the page's current view as a report: name, sharing and mail schedule. */
export function ReportDialog({ page, address, report, mails, onClose, onSaved }: ReportDialogProps) {
  const { report: texts } = useTexts();
  const { timeZone } = useCurrentUser();
  // A mailed report gets the page's usual name as default.
  const [name, setName] = useState(report?.name ?? (mails ? texts.usual[page] : ''));
  const [shared, setShared] = useState(report?.shared ?? false);
  const [mailed, setMailed] = useState<(typeof reportRhythms)[number]>(
    report && report.mailed !== 'none' ? report.mailed : mails ? 'weekly' : 'none',
  );
  const [mailedOn, setMailedOn] = useState(report?.mailedOn ?? { weekday: 1, monthDay: 1, hour: 7, timeZone });
  const settings = { quiet: true, invalidates: [listSavedReports] };
  const create = useMutationOf(createSavedReport, { ...settings, idempotent: true });
  const update = useMutationOf(updateSavedReport, settings);
  const body = { name: name.trim(), address, shared, mailed, mailedOn };
  const save = () => {
    if (report)
      update.mutate({ params: { id: report.id }, body: { ...body, version: report.version } }, { onSuccess: onSaved });
    else create.mutate({ body: { page, ...body } }, { onSuccess: onSaved });
  };
  return (
    <FormDialog
      title={mails ? texts.mailTitle : report ? texts.editTitle : texts.saveTitle}
      confirmLabel={texts.save}
      busy={create.isPending || update.isPending}
      disabled={name.trim() === ''}
      error={create.error ?? update.error}
      onClose={onClose}
      onConfirm={save}
    >
      <TextField label={texts.name} value={name} onChange={setName} maxLength={100} />
      <SelectField
        label={texts.mailed}
        hint={<MailedHint report={report} />}
        value={mailed}
        options={reportRhythms.map((value) => ({ value, label: texts.rhythms[value] }))}
        onChange={setMailed}
      />
      <MailingFields rhythm={mailed} value={mailedOn} onChange={setMailedOn} />
      <Switch label={texts.shared} hint={texts.sharedHint} checked={shared} onChange={setShared} />
    </FormDialog>
  );
}

/** What is mailed and, for a scheduled report, when. */
function MailedHint({ report }: Pick<ReportDialogProps, 'report'>) {
  const { report: texts } = useTexts();
  const format = useFormat();
  if (!report?.nextMailedAt) return texts.mailedHint;
  const next = format.dateTime(report.nextMailedAt);
  const when = report.lastMailedAt
    ? fillText(texts.sentBefore, { next, last: format.dateTime(report.lastMailedAt) })
    : fillText(texts.sent, { next });
  return `${texts.mailedHint} ${when}`;
}

type Props = { rhythm: ReportRhythm; value: MailingTime; onChange: (value: MailingTime) => void };

const upTo = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index);
const options = (values: readonly number[], label: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }));

/** Day, hour and time zone of the mails. */
function MailingFields({ rhythm, value, onChange }: Props) {
  const { report: texts } = useTexts();
  const { weekday, monthDay, hour, timeZone } = value;
  if (rhythm === 'none') return null;
  return (
    <div className="mailing-fields">
      {rhythm === 'weekly' && (
        <SelectField
          label={texts.weekday}
          value={String(weekday)}
          options={options(upTo(7, 1), (day) => texts.weekdays[day as 1])}
          onChange={(chosen) => onChange({ ...value, weekday: Number(chosen) })}
        />
      )}
      {rhythm === 'monthly' && (
        <SelectField
          label={texts.monthDay}
          value={String(monthDay)}
          options={options([...upTo(28, 1), lastOfMonth], (day) => (day === lastOfMonth ? texts.lastDay : String(day)))}
          onChange={(chosen) => onChange({ ...value, monthDay: Number(chosen) })}
        />
      )}
      <SelectField
        label={texts.hour}
        value={String(hour)}
        options={options(upTo(24, 0), hourWords)}
        onChange={(chosen) => onChange({ ...value, hour: Number(chosen) })}
      />
      <SelectField
        label={texts.timeZone}
        value={timeZone}
        options={timeZones(timeZone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        onChange={(chosen) => onChange({ ...value, timeZone: chosen })}
      />
    </div>
  );
}

/** All time zones the browser supports, plus UTC and the chosen one, which it may not list. */
function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', chosen, ...known])].sort((one, other) => one.localeCompare(other));
}

/** An hour of the day as text, such as “07:00”. */
export const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
