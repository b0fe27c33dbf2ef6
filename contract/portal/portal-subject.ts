import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const portalSubject = z.strictObject({
  id: z.uuid(),
  /** null for top-level subjects. */
  parentId: z.uuid().nullable(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
});
export type PortalSubject = z.output<typeof portalSubject>;

export const listPortalSubjects = defineEndpoint({
  id: 'portal.subjects',
  method: 'GET',
  path: '/portal/subjects',
  access: { kind: 'apiKey', scope: 'content' },
  summary: 'List subjects in order, parents first',
  output: z.strictObject({ subjects: z.array(portalSubject) }),
});
