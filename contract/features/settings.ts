import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { languages } from '../language.ts';
import { requiredFields } from './required-fields.ts';

const dueDays = z.number().int().min(1).max(90);

/** Anything shorter than the minimum is too little for an audit. */
export const auditDaysLimits = { min: 90, max: 36_500 } as const;

/** Events may arrive up to a month late and still need their records, hence the minimum of two months. */
export const accessLimits = { minMonths: 2, maxMonths: 600, minDays: 1, maxDays: 3650 } as const;
const accessDays = z.union([z.literal(0), z.number().int().min(accessLimits.minDays).max(accessLimits.maxDays)]);

/** Settings that staff can change at runtime; the operator's settings come from the environment. */
export const platformSettings = z.strictObject({
  platformName: z.string().trim().min(1).max(60),
  defaultLanguage: z.enum(languages),
  /** Shown below the login form, such as who to contact about a forgotten password. */
  loginHelp: z.string().trim().max(300),
  passwordMinLength: z.number().int().min(8).max(64),
  maxFileBytes: z
    .number()
    .int()
    .min(1024 ** 2)
    .max(5 * 1024 ** 4),
  /** Publishing needs a review by someone else. */
  reviewBeforePublish: z.boolean(),
  requiredFields,
  /** Items with open matches of severity `review` can't be published until they are decided. */
  reviewHoldsPublication: z.boolean(),
  /** Days until matches should be decided, by severity. */
  reviewDueDays: z.strictObject({ notice: dueDays, review: dueDays, block: dueDays }),
  /**
   * `auto`: the operator's language model if configured, otherwise extracts. `extracted`: always sentences from the
   * text.
   */
  summaryEngine: z.enum(['auto', 'extracted']),
  summarySentences: z.number().int().min(1).max(12),
  /** Monthly limit for tokens sent to and received from the language model; 0 for no limit. */
  languageModelMonthlyTokens: z.number().int().min(0).max(1_000_000_000_000),
  /** Days after which items in Trash are permanently deleted. */
  trashDays: z.number().int().min(1).max(3650),
  /** Days after which audit entries are deleted; 0 keeps them forever. */
  auditDays: z.union([z.literal(0), z.number().int().min(auditDaysLimits.min).max(auditDaysLimits.max)]),
  /** Whole months that raw access records are kept; rollups stay. 0 keeps them forever. */
  accessMonths: z.union([z.literal(0), z.number().int().min(accessLimits.minMonths).max(accessLimits.maxMonths)]),
  /**
   * Days after which access records lose their IP address (`accessAddressDays`) and person (`accessPersonDays`); 0
   * keeps them.
   */
  accessAddressDays: accessDays,
  accessPersonDays: accessDays,
  announcement: z
    .strictObject({
      text: z.string().trim().min(1).max(300),
      level: z.enum(['info', 'warning']),
      /** null to show it until it is removed. */
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
};

export const getPublicSettings = defineEndpoint({
  id: 'settings.public',
  method: 'GET',
  path: '/settings/public',
  access: { kind: 'open' },
  summary: 'Get the settings shown before login',
  output: platformSettings.extend({
    vendorLogin: z.boolean(),
    /** Label of the single sign-on button; empty for the default label. null if single sign-on is off. */
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
