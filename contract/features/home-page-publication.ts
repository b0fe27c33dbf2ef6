import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { bytesBody, defineEndpoint } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';
import { homeDraft, homeThing, manageHomePage, readHomePage } from './home-page.ts';
import { homeChangeKinds, homeSources } from './home-page-states.ts';
import { onResourcePages, resourcePages } from './resource.ts';
import { resourceKinds } from './resource-state.ts';

const moment = z.iso.datetime();
const named = z.strictObject({ id: z.uuid(), name: z.string() });
const number = z.int32();
const note = z.string().trim().max(1000).default('');

/** One difference between two versions of the home page. */
const homeChange = z.strictObject({
  kind: z.enum(homeChangeKinds),
  slot: z.string(),
  /** null if the change is about the slot itself; `title` can be null for entries that follow a rule. */
  entry: z.strictObject({ id: z.uuid(), source: z.enum(homeSources), title: z.string().nullable() }).nullable(),
  /** The previous slot of an entry that was moved between slots. */
  fromSlot: z.string().nullable(),
  /** Values as stored: timestamps, numbers or enum values. */
  fields: z.array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type HomeChange = z.output<typeof homeChange>;

export const getHomeChanges = defineEndpoint({
  id: 'homePage.getChanges',
  method: 'GET',
  path: '/home-page/changes',
  access: readHomePage,
  summary: 'List the changes publishing would make, with the digest to publish',
  output: z.strictObject({ changes: z.array(homeChange), digest: z.string() }),
});

export const publishHomePage = defineEndpoint({
  id: 'homePage.publish',
  method: 'POST',
  path: '/home-page/publish',
  access: manageHomePage,
  summary: 'Publish the draft; 409 if it changed since you saw it',
  body: z.strictObject({ digest: z.string().length(64), note }),
  output: homeDraft,
});

const homeVersion = z.strictObject({
  number,
  note: z.string(),
  fromNumber: number.nullable(),
  publishedBy: named.nullable(),
  publishedAt: moment,
  current: z.boolean(),
});
export type HomeVersion = z.output<typeof homeVersion>;

export const listHomeVersions = defineEndpoint({
  id: 'homePage.listVersions',
  method: 'GET',
  path: '/home-page/versions',
  access: readHomePage,
  summary: 'List published versions, newest first',
  query: z.strictObject({
    before: integerInAddress.min(1).optional(),
    size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.strictObject({ rows: z.array(homeVersion), more: z.boolean() }),
});

const versionParams = z.strictObject({ number: z.coerce.number().int().min(1).max(2_000_000_000) });

export const getHomeVersion = defineEndpoint({
  id: 'homePage.getVersion',
  method: 'GET',
  path: '/home-page/versions/{number}',
  access: readHomePage,
  summary: 'Get a version: its changes, and what restoring it would change',
  params: versionParams,
  output: homeVersion.extend({ changes: z.array(homeChange), restoring: z.array(homeChange) }),
});

export const restoreHomeVersion = defineEndpoint({
  id: 'homePage.restoreVersion',
  method: 'POST',
  path: '/home-page/versions/{number}/restore',
  access: manageHomePage,
  summary: 'Restore a version as draft, optionally publishing it at once',
  params: versionParams,
  body: z.strictObject({ version: number, publish: z.boolean().default(false), note }),
  output: homeDraft,
});

/** One filled place as readers see it. */
const shownThing = z.strictObject({
  /** null if the slot's fallback fills it. */
  entryId: z.uuid().nullable(),
  source: z.enum(homeSources),
  kind: z.enum(['resource', 'course']),
  id: z.uuid(),
  title: z.string(),
  resourceKind: z.enum(resourceKinds).nullable(),
  /** The entry's cover or the item's own image, as a URL relative to the API base, using the cookie. */
  picture: z.string().nullable(),
  description: z.string(),
});

export const previewHomePage = defineEndpoint({
  id: 'homePage.preview',
  method: 'GET',
  path: '/home-page/preview',
  access: readHomePage,
  summary: 'Preview the draft, the published home page or a version for an audience at a time',
  query: z.strictObject({
    at: moment.optional(),
    audience: z.enum(audiences).default(defaultAudience),
    of: z.union([z.enum(['draft', 'published']), z.stringFormat('version', /^\d{1,9}$/)]).default('draft'),
  }),
  output: z.strictObject({
    at: moment,
    slots: z.array(
      z.strictObject({
        key: z.string(),
        name: z.string(),
        capacity: number,
        onFallback: z.boolean(),
        things: z.array(shownThing),
      }),
    ),
  }),
});
export type HomePreview = z.output<(typeof previewHomePage)['output']>;

/** An item that can be added to a slot. */
const shelfThing = homeThing.extend({
  /** Who can see it on the public site now. */
  readers: z.enum(['everyone', 'campus', 'nobody']),
  owner: z.string().nullable(),
  updatedAt: moment,
});
export type ShelfThing = z.output<typeof shelfThing>;

export const listHomeShelf = defineEndpoint({
  id: 'homePage.listShelf',
  method: 'GET',
  path: '/home-page/shelf',
  access: manageHomePage,
  summary: 'List resources or courses to add, published ones first',
  query: z.strictObject({
    of: z.enum(['resource', 'course', 'image']).default('resource'),
    search: z.string().trim().max(200).default(''),
    size: z.coerce.number().int().min(1).max(100).default(30),
  }),
  output: z.strictObject({ things: z.array(shelfThing), more: z.boolean() }),
});

/** Columns and subjects to choose from, named by their full path. */
export const listHomeChoices = defineEndpoint({
  id: 'homePage.listChoices',
  method: 'GET',
  path: '/home-page/choices',
  access: readHomePage,
  summary: 'List columns and subjects for rules',
  output: z.strictObject({
    columns: z.array(named.extend({ visible: z.boolean() })),
    subjects: z.array(named),
  }),
});

/** For “Recommend…” in resource lists. */
export const listHomeSlots = defineEndpoint({
  id: 'homePage.listSlots',
  method: 'GET',
  path: '/home-page/slots',
  access: { ...onResourcePages, pages: [...resourcePages, readHomePage.pages[0]], ability: 'editor' },
  summary: 'List the slots of the draft, with how full they are',
  output: z.array(named.extend({ capacity: number, entries: number })),
});

/** Maximum size of an uploaded cover in bytes. */
const largestCoverBytes = 8 * 1024 * 1024;

export const uploadHomeCover = defineEndpoint({
  id: 'homePage.uploadCover',
  method: 'POST',
  path: '/home-page/covers',
  access: manageHomePage,
  summary: 'Upload a cover image for an entry',
  body: bytesBody,
  bodyForm: 'bytes',
  bodyLimit: largestCoverBytes,
  output: z.strictObject({ fileId: z.uuid() }),
  successStatus: 201,
  rateLimit: { calls: 60, windowMs: 60 * 60 * 1000 },
});

export const openHomeCover = defineEndpoint({
  id: 'homePage.openCover',
  method: 'GET',
  path: '/home-page/covers/{id}',
  access: readHomePage,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Get the cover of an entry',
  params: z.strictObject({ id: z.uuid() }),
});
