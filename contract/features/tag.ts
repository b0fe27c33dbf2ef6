import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { boundedCount } from '../list/define-list.ts';
import { onResourcePages } from './resource.ts';

/** `resources`: how many the caller may read, excluding Trash. */
const tag = z.strictObject({ id: z.uuid(), name: z.string(), resources: boundedCount });
export type Tag = z.output<typeof tag>;
const name = z.string().trim().min(1).max(60);

export const listTags = defineEndpoint({
  id: 'tag.list',
  method: 'GET',
  path: '/tags',
  access: onResourcePages,
  summary: 'Find tags, most used first',
  query: z.strictObject({
    text: z.string().trim().max(60).default(''),
    /** Only these tags; used to show names for IDs. */
    ids: z
      .string()
      .max(2000)
      .transform((text) => text.split(','))
      .pipe(z.array(z.uuid()).max(50))
      .optional(),
    after: z.uuid().optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.array(tag),
});

export const createTag = defineEndpoint({
  id: 'tag.create',
  method: 'POST',
  path: '/tags',
  access: onResourcePages,
  summary: 'Create a tag, or return an existing one',
  body: z.strictObject({ name }),
  output: tag,
  successStatus: 201,
});

export const renameTag = defineEndpoint({
  id: 'tag.rename',
  method: 'PATCH',
  path: '/tags/{id}',
  access: { ...onResourcePages, ability: 'editor' },
  summary: 'Rename a tag everywhere',
  params: idParams,
  body: z.strictObject({ name }),
  output: tag,
});

export const mergeTags = defineEndpoint({
  id: 'tag.merge',
  method: 'POST',
  path: '/tags/{id}/merge',
  access: { ...onResourcePages, ability: 'editor' },
  summary: 'Merge tags into one',
  params: idParams,
  body: z.strictObject({ fromIds: z.array(z.uuid()).min(1).max(50) }),
  output: tag,
});

export const deleteTag = defineEndpoint({
  id: 'tag.delete',
  method: 'DELETE',
  path: '/tags/{id}',
  access: { ...onResourcePages, ability: 'editor' },
  summary: 'Delete a tag everywhere',
  params: idParams,
  successStatus: 204,
});
