import { fieldErrorsOf } from '../../components/field-errors.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { fromZonedInput } from '../../lib/zoned-time.ts';
import { type SettingsValues, settingsLimits } from './settings-values.ts';

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
  const { passwordMin: min, passwordMax: max } = settingsLimits;
  const length = Number(values.passwordMinLength);
  if (!/^\d+$/.test(values.passwordMinLength.trim()) || length < min || length > max) {
    problems.passwordMinLength = fillText(settings.passwordMinLengthInvalid, { min, max });
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
    announcementText: refused.text ?? refused.announcement,
    announcementUntil: refused.until,
  };
}
