import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';

export const searchHit = z.strictObject({
  id: z.uuid(),
  kind: z.enum(resourceKinds),
  state: z.enum(resourceStates),
  title: z.string(),
  fileName: z.string(),
  thumbnail: z.string().nullable(),
  /** Where it was found, and the words around it. */
  found: z.enum(['title', 'description', 'tag', 'fileName', 'author', 'similar']),
  snippet: z.string().nullable(),
});
export type SearchHit = z.output<typeof searchHit>;

export const searchResources = defineEndpoint({
  id: 'search.resources',
  method: 'GET',
  path: '/search/resources',
  access: { kind: 'signedIn' },
  summary:
    'Resources that one may see, by title, description, tags, file name or author; close spellings when nothing fits',
  query: z.strictObject({
    text: z.string().trim().min(1).max(200),
    size: z.coerce.number().int().min(1).max(20).default(8),
  }),
  output: z.array(searchHit),
  rateLimit: { calls: 600, windowMs: 60_000 },
});
