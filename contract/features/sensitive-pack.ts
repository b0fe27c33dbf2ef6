import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';

const access = { kind: 'page', pages: ['/app/sensitive/word'], ability: 'editor' } as const;

const sensitivePackFields = {
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(1000),
  enabled: z.boolean(),
};

/** A named set of words that is switched on and off as a whole. */
const sensitivePack = z.strictObject({
  id: z.uuid(),
  ...sensitivePackFields,
  /** All words in the pack, and those that are enabled individually. */
  words: z.number().int(),
  enabledWords: z.number().int(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type SensitivePack = z.output<typeof sensitivePack>;

export const listSensitivePacks = defineEndpoint({
  id: 'sensitivePack.list',
  method: 'GET',
  path: '/sensitive/packs',
  access,
  summary: 'List word packs with their number of words',
  output: z.array(sensitivePack),
});

export const createSensitivePack = defineEndpoint({
  id: 'sensitivePack.create',
  method: 'POST',
  path: '/sensitive/packs',
  access,
  summary: 'Create an empty word pack',
  body: z.strictObject({
    name: sensitivePackFields.name,
    description: sensitivePackFields.description.default(''),
    enabled: sensitivePackFields.enabled.default(true),
  }),
  output: sensitivePack,
  successStatus: 201,
});

export const updateSensitivePack = defineEndpoint({
  id: 'sensitivePack.update',
  method: 'PATCH',
  path: '/sensitive/packs/{id}',
  access,
  summary: 'Rename, enable or disable a pack; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(sensitivePackFields).partial().extend({ version: z.int32() }),
  output: sensitivePack,
});

/** What happens to the words of a deleted pack. */
export const packWordFates = ['keep', 'delete'] as const;

export const deleteSensitivePack = defineEndpoint({
  id: 'sensitivePack.delete',
  method: 'POST',
  path: '/sensitive/packs/{id}/delete',
  access,
  summary: 'Delete a pack, with or without its words',
  params: idParams,
  body: z.strictObject({ words: z.enum(packWordFates), version: z.int32() }),
  successStatus: 204,
});
