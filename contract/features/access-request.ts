import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const accessRequest = z.strictObject({
  taskId: z.uuid(),
  page: z.string(),
  askedAt: z.iso.datetime(),
  state: z.enum(['open', 'doing', 'done', 'cancelled']),
});

export const askForAccess = defineEndpoint({
  id: 'accessRequest.ask',
  method: 'POST',
  path: '/accessRequests',
  access: { kind: 'signedIn' },
  summary: 'Ask those who can grant it for a page; asking again returns the open request',
  body: z.strictObject({ page: z.string().max(200), note: z.string().trim().max(500).default('') }),
  output: accessRequest,
  successStatus: 201,
});

export const findMyAccessRequest = defineEndpoint({
  id: 'accessRequest.findMine',
  method: 'GET',
  path: '/accessRequests/mine',
  access: { kind: 'signedIn' },
  summary: 'One’s own open request for a page, if any',
  query: z.strictObject({ page: z.string().max(200) }),
  output: accessRequest.nullable(),
});
