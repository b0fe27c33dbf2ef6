import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';

const access = { kind: 'page', pages: ['/app/system/systemAdmin'], ability: 'superAdmin' } as const;

/** Kinds of data stored about a person. */
const personalDataKinds = [
  'profile',
  'signIn',
  'preferences',
  'messages',
  'favourites',
  'unfinished',
  'memberships',
  'addresses',
  'usage',
  'resources',
  'texts',
  'notes',
  'decisions',
  'tasks',
  'administration',
  'activities',
] as const;
export type PersonalDataKind = (typeof personalDataKinds)[number];

/** Why data is kept after erasure: it belongs to the institution, or is evidence of what was done. */
export const stayReasons = ['institution', 'proof'] as const;

const entry = z.strictObject({ kind: z.enum(personalDataKinds), count: z.number().int() });

const erasurePreview = z.strictObject({
  person: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string(), version: z.int32() }),
  goes: z.array(entry),
  stays: z.array(entry.extend({ why: z.enum(stayReasons) })),
  /** Why the person can't be erased; null if they can. */
  obstacle: z.enum(['oneself', 'morePowerful', 'lastSuperAdministrator', 'erasedAlready']).nullable(),
});
export type ErasurePreview = z.output<typeof erasurePreview>;

export const previewErasure = defineEndpoint({
  id: 'personalData.preview',
  method: 'GET',
  path: '/system/users/{id}/personalData',
  access,
  summary: 'List the data stored about a person, and what erasing removes; for super administrators',
  params: idParams,
  output: erasurePreview,
});

export const exportPersonalData = defineEndpoint({
  id: 'personalData.export',
  method: 'GET',
  path: '/system/users/{id}/personalData/export',
  access,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Export everything stored about a person as an archive; for super administrators',
  params: idParams,
});

export const erasePersonalData = defineEndpoint({
  id: 'personalData.erase',
  method: 'POST',
  path: '/system/users/{id}/personalData/erase',
  access,
  summary: 'Erase a person’s data permanently; for super administrators, confirmed by name',
  params: idParams,
  body: z.strictObject({ name: z.string().max(200), version: z.int32() }),
  /** The placeholder name that replaces the person's. */
  output: z.strictObject({ name: z.string() }),
});
