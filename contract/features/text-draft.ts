import { z } from 'zod';
import { defineEndpoint, type EndpointAccess } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';

/** So much of a draft is taken with one request; a longer text is sent some parts at a time. */
export const draftBytes = 2 * 1024 * 1024;
/** It is kept so long after the last key. */
export const draftIdleMs = 2000;

const person = z.strictObject({ id: z.uuid(), name: z.string() });

/** What somebody was typing and has not saved: there is one of each text, and it is somebody's. */
export const textDraftInfo = z.strictObject({
  /** Counts up with every change of it. */
  version: z.int32(),
  /** The result that it began with; another one may be current by now. */
  baseId: z.uuid(),
  by: person,
  /** By the person who asks. */
  own: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type TextDraftInfo = z.output<typeof textDraftInfo>;

type Drafted<Params extends z.ZodObject, Part extends z.ZodType> = {
  /** Of the calls, such as `reading`. */
  id: string;
  /** Of the text; `/draft` follows. */
  path: string;
  params: Params;
  read: EndpointAccess;
  write: EndpointAccess;
  /** What changes as one piece: a page, some minutes of speech, or the whole of a text that has no parts. */
  part: Part;
};

/** The calls that every text with drafts has. Parts are kept by their number; a whole text is part 1. */
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
        /** Of the draft that is gone on with; 0: there is none yet. */
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
