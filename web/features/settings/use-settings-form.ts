import {
  getPublicSettings,
  getSettings,
  updateSettings,
  type VersionedSettings,
} from '@lectern/contract/features/settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../components/field.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { currentFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { fromZonedInput } from '../../lib/zoned-time.ts';
import { patchOf, type SettingsValues, settingsLimits, valuesOf } from './settings-values.ts';

export type SettingsForm = ReturnType<typeof useSettingsForm>;

export function useSettingsForm(stored: VersionedSettings) {
  const texts = useTexts();
  const client = useQueryClient();
  const { timeZone } = useCurrentUser();
  const storedValues = valuesOf(stored.settings, timeZone);
  const draft = useDraft(storedValues);
  const save = useMutationOf(updateSettings, { quiet: true, invalidates: [getPublicSettings] });
  const [problems, setProblems] = useState<SettingsProblems>({});
  const storedKey = queryOf(getSettings).queryKey;

  const submit = async () => {
    const found = problemsOf(draft.values, texts);
    setProblems(found);
    if (draft.changed.length === 0 || Object.keys(found).length > 0) return;
    const settings = patchOf(draft.values, draft.changed, stored.settings, timeZone);
    try {
      const saved = await save.mutateAsync({ body: { settings, version: stored.version } });
      client.setQueryData(storedKey, saved);
      draft.discard();
      notify({ level: 'success', title: texts.settings.saved });
    } catch (error) {
      setProblems(refusalsOf(error));
      // Refetch: the newer version is needed to show what changed and to save over it.
      const overtaken = isApiError(error) && error.code === 'changedMeanwhile';
      if (overtaken) await client.invalidateQueries({ queryKey: storedKey });
    }
  };

  return {
    ...draft,
    storedValues,
    timeZone,
    problems,
    submit,
    saving: save.isPending,
    error: save.error,
    conflict: save.error?.code === 'changedMeanwhile' || draft.overtaken.length > 0,
    set<Name extends keyof SettingsValues>(name: Name, value: SettingsValues[Name]) {
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

export type NumberSetting =
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
type SettingsProblems = Partial<Record<keyof SettingsValues, string>>;

/** Checks the values before they are sent. */
function problemsOf(values: SettingsValues, { settings, words }: Texts): SettingsProblems {
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
  const checkNumber = (name: NumberSetting, min: number, max: number) => {
    const number = Number(values[name]);
    if (/^\d+$/.test(values[name].trim()) && number >= min && number <= max) return;
    const format = currentFormat();
    problems[name] = fillText(settings.numberInvalid, { min: format.number(min), max: format.number(max) });
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

/** Field errors from the server; those of the announcement arrive as `text`, `level` and `until`. */
function refusalsOf(error: unknown): SettingsProblems {
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
