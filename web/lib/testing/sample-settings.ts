import type { PublicSettings } from '@lectern/contract/features/settings.ts';

export function samplePublicSettings(change: Partial<PublicSettings> = {}): PublicSettings {
  return {
    platformName: 'Campus media',
    defaultLanguage: 'en',
    loginHelp: 'Ask the desk.',
    passwordMinLength: 12,
    maxFileBytes: 10 * 1024 ** 3,
    reviewBeforePublish: false,
    trashDays: 30,
    announcement: null,
    vendorLogin: false,
    timeZone: 'Africa/Cairo',
    ...change,
  };
}
