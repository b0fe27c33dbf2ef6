import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { permissionEffect } from './permission-effect.ts';
import { permissionGroupLimits } from './permission-group.ts';

const decide = { kind: 'page', pages: ['/app/system/accessGroup'], ability: 'superAdmin' } as const;
const named = z.strictObject({ id: z.uuid(), name: z.string() });

/** An access request as shown to people who can grant it. */
const askedAccess = z.strictObject({
  taskId: z.uuid(),
  person: named.extend({ department: z.string().nullable(), position: z.string().nullable() }),
  page: z.string(),
  note: z.string(),
  askedAt: z.iso.datetime(),
});
export type AskedAccess = z.output<typeof askedAccess>;

export const listAskedAccess = defineEndpoint({
  id: 'accessRequest.list',
  method: 'GET',
  path: '/accessRequests',
  access: decide,
  summary: 'List open access requests, oldest first',
  output: z.array(askedAccess),
});

export const getAskedAccess = defineEndpoint({
  id: 'accessRequest.get',
  method: 'GET',
  path: '/accessRequests/{id}',
  access: decide,
  summary: 'Get an access request with the groups that could grant it',
  params: idParams,
  output: askedAccess.extend({
    /** Groups that allow the page, starting with those that allow the fewest others. */
    groups: z.array(named.extend({ pages: z.number().int(), people: z.number().int() })),
    /** Groups that forbid the page to this person. Forbid wins, so no other group can open it. */
    forbiddenBy: z.array(named),
  }),
});

/** Adds the person to an existing group, or to a new one that allows only this page. */
const grant = z.union([
  z.strictObject({ groupId: z.uuid() }),
  z.strictObject({ newGroup: z.string().trim().min(1).max(permissionGroupLimits.name) }),
]);
export type AccessGrant = z.output<typeof grant>;

export const previewGrant = defineEndpoint({
  id: 'accessRequest.previewGrant',
  method: 'POST',
  path: '/accessRequests/{id}/preview',
  access: decide,
  summary: 'Preview the pages that granting a request would open',
  params: idParams,
  body: z.strictObject({ grant }),
  output: permissionEffect,
});

export const grantAccess = defineEndpoint({
  id: 'accessRequest.grant',
  method: 'POST',
  path: '/accessRequests/{id}/grant',
  access: decide,
  summary: 'Grant a request by adding the person to a group; 409 if that wouldn’t open the page',
  params: idParams,
  body: z.strictObject({ grant, digest: z.string().max(100).optional() }),
  successStatus: 204,
});

export const refuseAccess = defineEndpoint({
  id: 'accessRequest.refuse',
  method: 'POST',
  path: '/accessRequests/{id}/refuse',
  access: decide,
  summary: 'Decline an access request, with a reason',
  params: idParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  successStatus: 204,
});
