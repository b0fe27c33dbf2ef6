import { fieldErrorsOf } from '../../components/field-errors.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { fromZonedInput } from '../../lib/zoned-time.ts';
import { type SettingsValues, settingsLimits } from './settings-values.ts';

type NumberField =
  | 'passwordMinLength'
  | 'maxFileMegabytes'
  | 'trashDays'
  | 'auditDays'
  | 'accessMonths'
  | 'accessAddressDays'
  | 'accessPersonDays'
  | 'dueBlock'
  | 'dueReview'
  | 'dueNotice'
  | 'summarySentences'
  | 'monthlyTokens';
export type SettingsProblems = Partial<Record<keyof SettingsValues, string>>;

/** What can be said about the values before they are sent. */
export function problemsOf(values: SettingsValues, { settings, words }: Texts): SettingsProblems {
  const problems: SettingsProblems = {};
  const checkLength = (name: 'platformName' | 'loginHelp' | 'announcementText', required: boolean) => {
    const text = values[name].trim();
    if (required && !text) problems[name] = words.required;
    if (text.length > settingsLimits[name]) problems[name] = fillText(words.tooLong, { count: settingsLimits[name] });
  };
  checkLength('platformName', true);
  checkLength('loginHelp', false);
  if (values.announcementOn) {
    checkLength('announcementText', true);
    if (values.announcementUntil && !fromZonedInput(values.announcementUntil, 'UTC')) {
      problems.announcementUntil = settings.announcementInvalidTime;
    }
  }
  const checkNumber = (name: NumberField, min: number, max: number) => {
    const number = Number(values[name]);
    if (/^\d+$/.test(values[name].trim()) && number >= min && number <= max) return;
    problems[name] = fillText(settings.numberInvalid, { min, max });
  };
  checkNumber('passwordMinLength', settingsLimits.passwordMin, settingsLimits.passwordMax);
  checkNumber('maxFileMegabytes', settingsLimits.fileMin, settingsLimits.fileMax);
  checkNumber('trashDays', settingsLimits.trashMin, settingsLimits.trashMax);
  if (values.auditDays.trim() !== '') checkNumber('auditDays', settingsLimits.auditMin, settingsLimits.auditMax);
  const { accessMonthsMin, accessMonthsMax, accessDaysMin, accessDaysMax } = settingsLimits;
  if (values.accessMonths.trim() !== '') checkNumber('accessMonths', accessMonthsMin, accessMonthsMax);
  for (const name of ['accessAddressDays', 'accessPersonDays'] as const) {
    if (values[name].trim() !== '') checkNumber(name, accessDaysMin, accessDaysMax);
  }
  checkNumber('summarySentences', settingsLimits.sentencesMin, settingsLimits.sentencesMax);
  if (values.monthlyTokens.trim() !== '') checkNumber('monthlyTokens', 0, settingsLimits.tokensMax);
  for (const name of ['dueBlock', 'dueReview', 'dueNotice'] as const) {
    checkNumber(name, settingsLimits.dueMin, settingsLimits.dueMax);
  }
  return problems;
}

/** What the server said about them; the announcement's parts come as `text`, `level` and `until`. */
export function refusalsOf(error: unknown): SettingsProblems {
  const refused = fieldErrorsOf(error);
  return {
    platformName: refused.platformName,
    defaultLanguage: refused.defaultLanguage,
    loginHelp: refused.loginHelp,
    passwordMinLength: refused.passwordMinLength,
    maxFileMegabytes: refused.maxFileBytes,
    trashDays: refused.trashDays,
    auditDays: refused.auditDays,
    accessMonths: refused.accessMonths,
    accessAddressDays: refused.accessAddressDays,
    accessPersonDays: refused.accessPersonDays,
    summaryEngine: refused.summaryEngine,
    summarySentences: refused.summarySentences,
    monthlyTokens: refused.languageModelMonthlyTokens,
    dueBlock: refused.block,
    dueReview: refused.review,
    dueNotice: refused.notice,
    announcementText: refused.text ?? refused.announcement,
    announcementUntil: refused.until,
  };
}
