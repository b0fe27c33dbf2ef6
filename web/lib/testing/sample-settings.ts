import type { PublicSettings } from '@lectern/contract/features/settings.ts';

export function samplePublicSettings(change: Partial<PublicSettings> = {}): PublicSettings {
  return {
    platformName: 'Campus media',
    defaultLanguage: 'en',
    loginHelp: 'Ask the desk.',
    passwordMinLength: 12,
    maxFileBytes: 10 * 1024 ** 3,
    reviewBeforePublish: false,
    requiredFields: { document: [], video: [], audio: [], image: [] },
    reviewHoldsPublication: true,
    reviewDueDays: { notice: 7, review: 3, block: 1 },
    summaryEngine: 'auto',
    summarySentences: 5,
    languageModelMonthlyTokens: 0,
    trashDays: 30,
    auditDays: 0,
    accessMonths: 0,
    accessAddressDays: 90,
    accessPersonDays: 0,
    announcement: null,
    vendorLogin: false,
    signOn: null,
    timeZone: 'Africa/Cairo',
    ...change,
  };
}
