import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { languages } from '../language.ts';

const dueDays = z.number().int().min(1).max(90);

/** An audit that is kept for less is none. */
export const auditDaysLimits = { min: 90, max: 36_500 } as const;

/** Late events may come for a month: they must find theirs. */
export const accessLimits = { minMonths: 2, maxMonths: 600, minDays: 1, maxDays: 3650 } as const;
const accessDays = z.union([z.literal(0), z.number().int().min(accessLimits.minDays).max(accessLimits.maxDays)]);

/** What staff may set while Lectern runs; the operator's settings are the environment's. */
export const platformSettings = z.strictObject({
  platformName: z.string().trim().min(1).max(60),
  defaultLanguage: z.enum(languages),
  /** Shown under the login form, such as whom to ask for a forgotten password. */
  loginHelp: z.string().trim().max(300),
  passwordMinLength: z.number().int().min(8).max(64),
  /** The largest file that may be uploaded. */
  maxFileBytes: z
    .number()
    .int()
    .min(1024 ** 2)
    .max(5 * 1024 ** 4),
  /** Nobody publishes their own: somebody else reviews it first. */
  reviewBeforePublish: z.boolean(),
  /** What has open hits of sensitive words that ask for a review can't be published before somebody decided. */
  reviewHoldsPublication: z.boolean(),
  /** Within so many days hits should be decided, by how grave they are. */
  reviewDueDays: z.strictObject({ notice: dueDays, review: dueDays, block: dueDays }),
  /** Who writes summaries: the operator's language model where there is one, or nobody but the text itself. */
  summaryEngine: z.enum(['auto', 'extracted']),
  summarySentences: z.number().int().min(1).max(12),
  /** So many tokens a month may be sent to and got from the language model; 0: as many as anybody asks for. */
  languageModelMonthlyTokens: z.number().int().min(0).max(1_000_000_000_000),
  /** What is in the trash for so long is deleted for good. */
  trashDays: z.number().int().min(1).max(3650),
  /** Entries of the audit that are older are removed; 0: none ever. */
  auditDays: z.union([z.literal(0), z.number().int().min(auditDaysLimits.min).max(auditDaysLimits.max)]),
  /** Records of access are kept for so many months, whole months; their sums stay. 0: for ever. */
  accessMonths: z.union([z.literal(0), z.number().int().min(accessLimits.minMonths).max(accessLimits.maxMonths)]),
  /** After so many days records forget from where it was, and who; 0: never. */
  accessAddressDays: accessDays,
  accessPersonDays: accessDays,
  announcement: z
    .strictObject({
      text: z.string().trim().min(1).max(300),
      level: z.enum(['info', 'warning']),
      /** Shown until then; null: until it is removed. */
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type PlatformSettings = z.output<typeof platformSettings>;

export const defaultPlatformSettings: PlatformSettings = {
  platformName: 'Lectern',
  defaultLanguage: 'en',
  loginHelp: '',
  passwordMinLength: 10,
  maxFileBytes: 10 * 1024 ** 3,
  reviewBeforePublish: false,
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
};

export const getPublicSettings = defineEndpoint({
  id: 'settings.public',
  method: 'GET',
  path: '/settings/public',
  access: { kind: 'open' },
  summary: 'Get the settings shown before login',
  output: platformSettings.extend({
    vendorLogin: z.boolean(),
    /** What the button for single sign-on says; null: there is none. An empty label: the usual words. */
    signOn: z.strictObject({ label: z.string() }).nullable(),
    timeZone: z.string(),
  }),
});
export type PublicSettings = z.output<(typeof getPublicSettings)['output']>;

const versionedSettings = z.strictObject({
  settings: platformSettings,
  version: z.int32(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type VersionedSettings = z.output<typeof versionedSettings>;

export const getSettings = defineEndpoint({
  id: 'settings.get',
  method: 'GET',
  path: '/system/settings',
  access: { kind: 'page', pages: ['/app/system/settings'] },
  summary: 'Get the platform settings with their version',
  output: versionedSettings,
});

export const updateSettings = defineEndpoint({
  id: 'settings.update',
  method: 'PATCH',
  path: '/system/settings',
  access: { kind: 'page', pages: ['/app/system/settings'], ability: 'admin' },
  summary: 'Change platform settings; 409 if someone else changed them',
  body: z.strictObject({ settings: platformSettings.partial(), version: z.int32() }),
  output: versionedSettings,
});
