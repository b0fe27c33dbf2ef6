import { z } from 'zod';
import { defineEndpoint, type EndpointAccess } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';

/** Maximum request size in bytes; longer drafts are sent a few parts at a time. */
export const draftBytes = 2 * 1024 * 1024;
/** Drafts are saved this long after the last keystroke. */
export const draftIdleMs = 2000;

const person = z.strictObject({ id: z.uuid(), name: z.string() });

/** Unsaved changes to a text. Each text has at most one draft, which belongs to one person. */
export const textDraftInfo = z.strictObject({
  /** Incremented by every change. */
  version: z.int32(),
  /** The version the draft was started from; it may no longer be current. */
  baseId: z.uuid(),
  by: person,
  /** Belongs to the caller. */
  own: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type TextDraftInfo = z.output<typeof textDraftInfo>;

type Drafted<Params extends z.ZodObject, Part extends z.ZodType> = {
  /** Prefix of the endpoint IDs, such as `reading`. */
  id: string;
  /** Path of the text; `/draft` is appended. */
  path: string;
  params: Params;
  read: EndpointAccess;
  write: EndpointAccess;
  /** The unit that is saved: a page, some minutes of speech, or the whole text. */
  part: Part;
};

/** Endpoints shared by all texts with drafts. Parts are identified by number; a text without parts is part 1. */
export function draftEndpoints<Params extends z.ZodObject, Part extends z.ZodType>(of: Drafted<Params, Part>) {
  const path = `${of.path}/draft`;
  const common = { path, params: of.params } as const;
  return {
    get: defineEndpoint({
      ...common,
      id: `${of.id}.getDraft`,
      method: 'GET',
      access: of.read,
      summary: 'Get the unsaved draft and its owner',
      output: z.strictObject({ draft: textDraftInfo, parts: z.array(of.part) }).nullable(),
    }),
    put: defineEndpoint({
      ...common,
      id: `${of.id}.putDraft`,
      method: 'PUT',
      access: of.write,
      summary: 'Save changed parts of a draft; 409 if it’s someone else’s or has changed',
      body: z.strictObject({
        baseId: z.uuid(),
        /** The window that holds the edit lock. */
        window: z.uuid(),
        /** Version of the existing draft; 0 if there is none. */
        version: z.int32().min(0),
        parts: z.array(of.part).min(1).max(100),
      }),
      output: textDraftInfo,
      bodyLimit: draftBytes,
      rateLimit: { calls: 240, windowMs: 60_000 },
    }),
    take: defineEndpoint({
      ...common,
      path: `${path}/take-over`,
      id: `${of.id}.takeDraft`,
      method: 'POST',
      access: of.write,
      summary: 'Take over the draft of someone who stopped editing',
      body: z.strictObject({ window: z.uuid(), version: z.int32().min(1) }),
      output: textDraftInfo,
    }),
    discard: defineEndpoint({
      ...common,
      id: `${of.id}.discardDraft`,
      method: 'DELETE',
      access: of.write,
      summary: 'Discard a draft; someone else’s only if they stopped editing',
      query: z.strictObject({ window: z.uuid(), version: integerInAddress.min(1) }),
      successStatus: 204,
    }),
  };
}
