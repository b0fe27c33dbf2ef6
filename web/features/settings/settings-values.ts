import { type PublishField, publishFields } from '@lectern/contract/features/required-fields.ts';
import {
  accessLimits,
  auditDaysLimits,
  type PlatformSettings,
  platformSettings,
} from '@lectern/contract/features/settings.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fromZonedInput, toZonedInput } from '../../lib/zoned-time.ts';

/** Form values: flat, with numbers and times as text. */
export type SettingsValues = {
  platformName: string;
  defaultLanguage: Language;
  loginHelp: string;
  passwordMinLength: string;
  reviewBeforePublish: boolean;
  reviewHoldsPublication: boolean;
  /** Fields joined by commas, so that edits can be detected by comparison. */
  requiredDocument: string;
  requiredVideo: string;
  requiredAudio: string;
  requiredImage: string;
  dueBlock: string;
  dueReview: string;
  dueNotice: string;
  summaryEngine: 'auto' | 'extracted';
  summarySentences: string;
  /** Empty means no limit. */
  monthlyTokens: string;
  maxFileMegabytes: string;
  trashDays: string;
  /** Empty means forever. */
  auditDays: string;
  /** Empty means forever. */
  accessMonths: string;
  accessAddressDays: string;
  accessPersonDays: string;
  announcementOn: boolean;
  announcementText: string;
  announcementLevel: 'info' | 'warning';
  /** Local time in the platform's time zone; empty means no end. */
  announcementUntil: string;
};

const mebibyte = 1024 ** 2;
const { shape } = platformSettings;
const announcement = shape.announcement.unwrap().shape;
export const settingsLimits = {
  platformName: shape.platformName.maxLength ?? 0,
  loginHelp: shape.loginHelp.maxLength ?? 0,
  announcementText: announcement.text.maxLength ?? 0,
  passwordMin: shape.passwordMinLength.minValue ?? 0,
  passwordMax: shape.passwordMinLength.maxValue ?? 0,
  fileMin: (shape.maxFileBytes.minValue ?? 0) / mebibyte,
  fileMax: (shape.maxFileBytes.maxValue ?? 0) / mebibyte,
  trashMin: shape.trashDays.minValue ?? 0,
  trashMax: shape.trashDays.maxValue ?? 0,
  auditMin: auditDaysLimits.min,
  auditMax: auditDaysLimits.max,
  accessMonthsMin: accessLimits.minMonths,
  accessMonthsMax: accessLimits.maxMonths,
  accessDaysMin: accessLimits.minDays,
  accessDaysMax: accessLimits.maxDays,
  sentencesMin: shape.summarySentences.minValue ?? 0,
  sentencesMax: shape.summarySentences.maxValue ?? 0,
  tokensMax: shape.languageModelMonthlyTokens.maxValue ?? 0,
  dueMin: shape.reviewDueDays.shape.review.minValue ?? 0,
  dueMax: shape.reviewDueDays.shape.review.maxValue ?? 0,
};

export function valuesOf(settings: PlatformSettings, timeZone: string): SettingsValues {
  const { announcement: shown } = settings;
  return {
    platformName: settings.platformName,
    defaultLanguage: settings.defaultLanguage,
    loginHelp: settings.loginHelp,
    passwordMinLength: String(settings.passwordMinLength),
    reviewBeforePublish: settings.reviewBeforePublish,
    reviewHoldsPublication: settings.reviewHoldsPublication,
    requiredDocument: settings.requiredFields.document.join(),
    requiredVideo: settings.requiredFields.video.join(),
    requiredAudio: settings.requiredFields.audio.join(),
    requiredImage: settings.requiredFields.image.join(),
    dueBlock: String(settings.reviewDueDays.block),
    dueReview: String(settings.reviewDueDays.review),
    dueNotice: String(settings.reviewDueDays.notice),
    summaryEngine: settings.summaryEngine,
    summarySentences: String(settings.summarySentences),
    monthlyTokens: settings.languageModelMonthlyTokens === 0 ? '' : String(settings.languageModelMonthlyTokens),
    maxFileMegabytes: String(Math.round(settings.maxFileBytes / mebibyte)),
    trashDays: String(settings.trashDays),
    auditDays: settings.auditDays === 0 ? '' : String(settings.auditDays),
    accessMonths: settings.accessMonths === 0 ? '' : String(settings.accessMonths),
    accessAddressDays: settings.accessAddressDays === 0 ? '' : String(settings.accessAddressDays),
    accessPersonDays: settings.accessPersonDays === 0 ? '' : String(settings.accessPersonDays),
    announcementOn: shown !== null,
    announcementText: shown?.text ?? '',
    announcementLevel: shown?.level ?? 'info',
    announcementUntil: shown?.until ? toZonedInput(shown.until, timeZone) : '',
  };
}

/** Converts the changed fields to a settings patch. */
export function patchOf(
  values: SettingsValues,
  changed: readonly (keyof SettingsValues)[],
  stored: PlatformSettings,
  timeZone: string,
): Partial<PlatformSettings> {
  const patch: Partial<PlatformSettings> = {};
  if (changed.includes('platformName')) patch.platformName = values.platformName.trim();
  if (changed.includes('defaultLanguage')) patch.defaultLanguage = values.defaultLanguage;
  if (changed.includes('loginHelp')) patch.loginHelp = values.loginHelp.trim();
  if (changed.includes('passwordMinLength')) patch.passwordMinLength = Number(values.passwordMinLength);
  if (changed.includes('reviewBeforePublish')) patch.reviewBeforePublish = values.reviewBeforePublish;
  if (changed.includes('reviewHoldsPublication')) patch.reviewHoldsPublication = values.reviewHoldsPublication;
  if (changed.some((name) => name.startsWith('required'))) {
    patch.requiredFields = {
      document: fieldsIn(values.requiredDocument),
      video: fieldsIn(values.requiredVideo),
      audio: fieldsIn(values.requiredAudio),
      image: fieldsIn(values.requiredImage),
    };
  }
  if (changed.some((name) => name.startsWith('due'))) {
    const { dueBlock, dueReview, dueNotice } = values;
    patch.reviewDueDays = { notice: Number(dueNotice), review: Number(dueReview), block: Number(dueBlock) };
  }
  if (changed.includes('summaryEngine')) patch.summaryEngine = values.summaryEngine;
  if (changed.includes('summarySentences')) patch.summarySentences = Number(values.summarySentences);
  if (changed.includes('monthlyTokens')) patch.languageModelMonthlyTokens = Number(values.monthlyTokens);
  if (changed.includes('maxFileMegabytes')) patch.maxFileBytes = Number(values.maxFileMegabytes) * mebibyte;
  if (changed.includes('trashDays')) patch.trashDays = Number(values.trashDays);
  if (changed.includes('auditDays')) patch.auditDays = Number(values.auditDays);
  for (const name of ['accessMonths', 'accessAddressDays', 'accessPersonDays'] as const) {
    if (changed.includes(name)) patch[name] = Number(values[name]);
  }
  if (changed.some((name) => name.startsWith('announcement'))) {
    patch.announcement = announcementOf(values, changed, stored, timeZone);
  }
  return patch;
}

/** The fields in a list joined by commas. */
export function fieldsIn(text: string): PublishField[] {
  const names = text.split(',');
  return publishFields.filter((field) => names.includes(field));
}

function announcementOf(
  values: SettingsValues,
  changed: readonly (keyof SettingsValues)[],
  stored: PlatformSettings,
  timeZone: string,
): PlatformSettings['announcement'] {
  if (!values.announcementOn) return null;
  const untouched = !changed.includes('announcementUntil');
  return {
    text: values.announcementText.trim(),
    level: values.announcementLevel,
    // If unchanged, the end keeps its seconds, which the input doesn't show.
    until: untouched ? (stored.announcement?.until ?? null) : fromZonedInput(values.announcementUntil, timeZone),
  };
}
