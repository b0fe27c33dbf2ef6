import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { currentUser, preferences } from './auth.ts';

const optionalText = (max: number) => z.string().trim().max(max).nullable();

export const updateProfile = defineEndpoint({
  id: 'profile.update',
  method: 'PATCH',
  path: '/profile',
  access: { kind: 'signedIn' },
  summary: 'Change your name and contact details',
  body: z.strictObject({
    name: z.string().trim().min(1).max(100).optional(),
    email: z.union([z.email().max(254), z.null()]).optional(),
    phone: optionalText(40).optional(),
    version: z.int32(),
  }),
  output: currentUser,
});

export const updatePreferences = defineEndpoint({
  id: 'profile.updatePreferences',
  method: 'PATCH',
  path: '/profile/preferences',
  access: { kind: 'signedIn' },
  summary: 'Change your theme, density or language',
  body: preferences.partial(),
  output: preferences,
});

const activityRow = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  ip: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type ActivityRow = z.output<typeof activityRow>;

export const listMyActivity = defineEndpoint({
  id: 'profile.listActivity',
  method: 'GET',
  path: '/profile/activity',
  access: { kind: 'signedIn' },
  summary: 'List your recent activity, newest first',
  query: z.strictObject({ size: z.coerce.number().int().min(1).max(100).default(30) }),
  output: z.array(activityRow),
});
