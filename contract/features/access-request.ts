import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const accessRequest = z.strictObject({
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
  summary: 'Request access to a page; returns the open request if there is one',
  body: z.strictObject({ page: z.string().max(200), note: z.string().trim().max(500).default('') }),
  output: accessRequest,
  successStatus: 201,
});

export const findMyAccessRequest = defineEndpoint({
  id: 'accessRequest.findMine',
  method: 'GET',
  path: '/accessRequests/mine',
  access: { kind: 'signedIn' },
  summary: 'Get your open request for a page',
  query: z.strictObject({ page: z.string().max(200) }),
  output: accessRequest.nullable(),
});
