import { z } from 'zod';
import { defineEndpoint, type Endpoint, type EndpointAccess, idParams } from '../endpoint.ts';
import type { Ability } from '../roles.ts';
import type { PagePath } from '../routes.ts';

/** An object that has a page of its own: one declaration gives it the edit lock and the activity. */
export type DetailDeclaration = {
  /** One noun, as activities call it: `user`. */
  type: string;
  /** The page whose permission one needs to see it. */
  page: PagePath;
  /** Where several pages lead to it: any of them will do. */
  pages?: readonly [PagePath, ...PagePath[]];
  /** Where not all of them are for changing it: those that are. */
  changePages?: readonly [PagePath, ...PagePath[]];
  /** What one needs besides to see it, where the page alone is not enough. */
  readAbility?: Ability;
  /** What one needs besides to change it. */
  ability: Ability;
  /** Below the API base; `/{id}` follows. */
  path: string;
  /** Fields that can be put back to what they were. */
  revertable: readonly string[];
};

/** A lock that is not renewed for so long is open again: its window was closed, or lost its network. */
export const lockLeaseMs = 45_000;
export const lockRenewMs = 15_000;

export const editLock = z.strictObject({
  holder: z.strictObject({ id: z.uuid(), name: z.string() }),
  since: z.iso.datetime(),
  /** Held by the window that asks. */
  own: z.boolean(),
});
export type EditLock = z.output<typeof editLock>;

/** Made by the window that edits; two windows of one person are two. */
const windowId = z.uuid();

const objectActivity = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  /** null: the product itself, or somebody who is gone. */
  actor: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The fields that a revert puts back; none: there is nothing to revert. */
  revertable: z.array(z.string()),
});
export type ObjectActivity = z.output<typeof objectActivity>;

/** The calls that every object with a page of its own has. */
export function detailEndpoints(detail: DetailDeclaration) {
  const pages = detail.pages ?? ([detail.page] as const);
  const read: EndpointAccess = { kind: 'page', pages, ...(detail.readAbility && { ability: detail.readAbility }) };
  const write: EndpointAccess = { kind: 'page', pages: detail.changePages ?? pages, ability: detail.ability };
  const path = `${detail.path}/{id}`;
  return {
    getLock: defineEndpoint({
      id: `${detail.type}.getLock`,
      method: 'GET',
      path: `${path}/lock`,
      access: read,
      summary: 'Get who is editing, and since when',
      params: idParams,
      query: z.strictObject({ window: windowId }),
      output: editLock.nullable(),
    }),
    takeLock: defineEndpoint({
      id: `${detail.type}.takeLock`,
      method: 'PUT',
      path: `${path}/lock`,
      access: write,
      summary: 'Start or continue editing; returns the lock, which may be someone else’s',
      params: idParams,
      body: z.strictObject({ window: windowId }),
      output: editLock,
    }),
    releaseLock: defineEndpoint({
      id: `${detail.type}.releaseLock`,
      method: 'DELETE',
      path: `${path}/lock`,
      access: write,
      summary: 'Stop editing; keeps someone else’s lock',
      params: idParams,
      query: z.strictObject({ window: windowId }),
      successStatus: 204,
    }),
    listActivity: defineEndpoint({
      id: `${detail.type}.listActivity`,
      method: 'GET',
      path: `${path}/activity`,
      access: read,
      summary: 'List activity, newest first, with before and after',
      params: idParams,
      query: z.strictObject({
        before: z.coerce.number().int().min(1).optional(),
        size: z.coerce.number().int().min(1).max(100).default(30),
      }),
      output: z.strictObject({ rows: z.array(objectActivity), more: z.boolean() }),
    }),
    revertActivity: defineEndpoint({
      id: `${detail.type}.revertActivity`,
      method: 'POST',
      path: `${path}/activity/{activityId}/revert`,
      access: write,
      summary: 'Revert the fields of one change, as a new change',
      params: idParams.extend({ activityId: z.coerce.number().int().min(1) }),
      body: z.strictObject({ version: z.int32() }),
      successStatus: 204,
    }),
  } satisfies Record<string, Endpoint>;
}
export type DetailEndpoints = ReturnType<typeof detailEndpoints>;
