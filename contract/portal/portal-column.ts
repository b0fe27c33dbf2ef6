import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { mediaLink, nextCursor, portalPageQuery } from './portal-page.ts';
import { portalResourceCard } from './portal-resource.ts';

const access = { kind: 'apiKey', scope: 'content' } as const;

export const portalColumn = z.strictObject({
  id: z.uuid(),
  /** null for top-level columns. */
  parentId: z.uuid().nullable(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  cover: mediaLink.nullable(),
});
export type PortalColumn = z.output<typeof portalColumn>;

export const listPortalColumns = defineEndpoint({
  id: 'portal.columns',
  method: 'GET',
  path: '/portal/columns',
  access,
  summary: 'List visible columns in order, parents first',
  output: z.strictObject({ columns: z.array(portalColumn) }),
});

export const getPortalColumn = defineEndpoint({
  id: 'portal.column',
  method: 'GET',
  path: '/portal/columns/{id}',
  access,
  summary: 'Get a column with its resources in order',
  params: idParams,
  query: z.strictObject(portalPageQuery),
  output: z.strictObject({ column: portalColumn, resources: z.array(portalResourceCard), next: nextCursor }),
});
