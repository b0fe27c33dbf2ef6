import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { homeEntryStates, homeHiddenReasons, homeSlotWarnings, homeSources, homeWarnings } from './home-page-states.ts';
import { resourceKinds } from './resource-state.ts';

export const homePagePath = '/app/page/resourceRecommend' as const;
export const readHomePage = { kind: 'page', pages: [homePagePath] } as const;
export const manageHomePage = { kind: 'page', pages: [homePagePath], ability: 'editor' } as const;

const moment = z.iso.datetime();
const version = z.int32();
const named = z.strictObject({ id: z.uuid(), name: z.string() });

/**
 * What a rule selects and how many places it fills. A column has its own order, so for columns only `places` applies.
 */
export const homeRule = z.strictObject({
  of: z.enum(['resource', 'course']).default('resource'),
  /** For `mostViewed`: the number of past days whose views count. */
  days: z.number().int().min(1).max(365).default(30),
  /** Empty means all kinds. */
  kinds: z.array(z.enum(resourceKinds)).max(resourceKinds.length).default([]),
  /** Includes child subjects. */
  subjectId: z.uuid().nullable().default(null),
  places: z.number().int().min(1).max(100).default(4),
});
export type HomeRule = z.output<typeof homeRule>;

/** Fills a slot that would otherwise be empty. */
export const homeFallback = homeRule.extend({ source: z.enum(['newest', 'mostViewed']) });
export type HomeFallback = z.output<typeof homeFallback>;

const homeSlotFields = {
  /** Identifies the slot to the public site. */
  key: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters and digits, with dashes between them'),
  name: z.string().trim().min(1).max(100),
  capacity: z.number().int().min(1).max(100),
  fallback: homeFallback.nullable(),
  visible: z.boolean(),
};

const homeEntryFields = {
  /** Replaces the item's own title. */
  title: z.string().trim().min(1).max(300).nullable(),
  audience: z.enum(audiences),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  paused: z.boolean(),
};

/** The content of an entry; each source requires its own fields. */
const homeSubject = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('resource'), resourceId: z.uuid() }),
  z.strictObject({ source: z.literal('course'), courseId: z.uuid() }),
  z.strictObject({ source: z.literal('newest'), rule: homeRule }),
  z.strictObject({ source: z.literal('mostViewed'), rule: homeRule }),
  z.strictObject({ source: z.literal('column'), columnId: z.uuid(), rule: homeRule }),
]);
export type HomeSubject = z.output<typeof homeSubject>;

/** The resource, course or column that an entry shows. */
export const homeThing = z.strictObject({
  kind: z.enum(['resource', 'course', 'column']),
  id: z.uuid(),
  title: z.string(),
  /** Set for resources. */
  resourceKind: z.enum(resourceKinds).nullable(),
  /** null for columns. */
  state: z.string().nullable(),
  /** URL relative to the API base, using the cookie. */
  thumbnail: z.string().nullable(),
});
export type HomeThing = z.output<typeof homeThing>;

const homeEntry = z.strictObject({
  id: z.uuid(),
  source: z.enum(homeSources),
  /** null for rules without a column, or if the item no longer exists. */
  thing: homeThing.nullable(),
  rule: homeRule.nullable(),
  ...homeEntryFields,
  /** Replaces the item's own cover; a URL relative to the API base, using the cookie. */
  cover: z.string().nullable(),
  addedBy: named.nullable(),
  addedAt: moment,
  state: z.enum(homeEntryStates),
  /** Number of places it fills now, per audience. */
  shown: z.strictObject({ everyone: z.number().int(), campus: z.number().int() }),
  hidden: z.enum(homeHiddenReasons).nullable(),
  warnings: z.array(z.enum(homeWarnings)),
  /** In the last 30 days. */
  clicks: z.number().int(),
});
export type HomeEntry = z.output<typeof homeEntry>;

const homeSlot = z.strictObject({
  id: z.uuid(),
  ...homeSlotFields,
  warnings: z.array(z.enum(homeSlotWarnings)),
  shown: z.strictObject({ everyone: z.number().int(), campus: z.number().int() }),
  entries: z.array(homeEntry),
});
export type HomeSlot = z.output<typeof homeSlot>;

export const homeDraft = z.strictObject({
  version,
  changedBy: named.nullable(),
  changedAt: moment,
  published: z.strictObject({ number: z.number().int(), at: moment, by: named.nullable() }).nullable(),
  /** Number of differences from the published home page. */
  changes: z.number().int(),
  slots: z.array(homeSlot),
});
export type HomeDraft = z.output<typeof homeDraft>;

export const getHomeDraft = defineEndpoint({
  id: 'homePage.get',
  method: 'GET',
  path: '/home-page',
  access: readHomePage,
  summary: 'Get the draft of the home page with its slots, entries and warnings',
  output: homeDraft,
});

export const createHomeSlot = defineEndpoint({
  id: 'homePage.createSlot',
  method: 'POST',
  path: '/home-page/slots',
  access: manageHomePage,
  summary: 'Add a slot at the end',
  body: z.strictObject({ ...homeSlotFields, version }),
  output: homeDraft,
  successStatus: 201,
});

export const updateHomeSlot = defineEndpoint({
  id: 'homePage.updateSlot',
  method: 'PATCH',
  path: '/home-page/slots/{id}',
  access: manageHomePage,
  summary: 'Change a slot of the draft',
  params: idParams,
  body: z.strictObject(homeSlotFields).partial().extend({ version }),
  output: homeDraft,
});

export const placeHomeSlot = defineEndpoint({
  id: 'homePage.placeSlot',
  method: 'POST',
  path: '/home-page/slots/{id}/place',
  access: manageHomePage,
  summary: 'Move a slot before another one or to the end',
  params: idParams,
  body: z.strictObject({ beforeId: z.uuid().nullable(), version }),
  output: homeDraft,
});

export const removeHomeSlot = defineEndpoint({
  id: 'homePage.removeSlot',
  method: 'POST',
  path: '/home-page/slots/{id}/remove',
  access: manageHomePage,
  summary: 'Remove a slot with its entries from the draft',
  params: idParams,
  body: z.strictObject({ version }),
  output: homeDraft,
});

export const addHomeEntries = defineEndpoint({
  id: 'homePage.addEntries',
  method: 'POST',
  path: '/home-page/slots/{id}/entries',
  access: manageHomePage,
  summary: 'Add entries to a slot',
  params: idParams,
  body: z.strictObject({
    subjects: z.array(homeSubject).min(1).max(50),
    beforeId: z.uuid().nullable().default(null),
    audience: homeEntryFields.audience.default(defaultAudience),
    startsAt: homeEntryFields.startsAt.default(null),
    endsAt: homeEntryFields.endsAt.default(null),
    version,
  }),
  output: homeDraft,
  successStatus: 201,
});

export const updateHomeEntry = defineEndpoint({
  id: 'homePage.updateEntry',
  method: 'PATCH',
  path: '/home-page/entries/{id}',
  access: manageHomePage,
  summary: 'Change an entry’s title, schedule, audience, rule or content',
  params: idParams,
  body: z.strictObject(homeEntryFields).partial().extend({ subject: homeSubject.optional(), version }),
  output: homeDraft,
});

export const placeHomeEntry = defineEndpoint({
  id: 'homePage.placeEntry',
  method: 'POST',
  path: '/home-page/entries/{id}/place',
  access: manageHomePage,
  summary: 'Move an entry within or between slots',
  params: idParams,
  body: z.strictObject({ slotId: z.uuid(), beforeId: z.uuid().nullable(), version }),
  output: homeDraft,
});

export const removeHomeEntries = defineEndpoint({
  id: 'homePage.removeEntries',
  method: 'POST',
  path: '/home-page/entries/remove',
  access: manageHomePage,
  summary: 'Remove entries from the draft',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200), version }),
  output: homeDraft,
});

export const setHomeEntryCover = defineEndpoint({
  id: 'homePage.setCover',
  method: 'PUT',
  path: '/home-page/entries/{id}/cover',
  access: manageHomePage,
  summary: 'Set the cover of an entry to an image resource or an upload; null restores the original',
  params: idParams,
  body: z.strictObject({
    cover: z.union([z.strictObject({ resourceId: z.uuid() }), z.strictObject({ fileId: z.uuid() })]).nullable(),
    version,
  }),
  output: homeDraft,
});

export const undoHomeChange = defineEndpoint({
  id: 'homePage.undo',
  method: 'POST',
  path: '/home-page/undo',
  access: manageHomePage,
  summary: 'Undo the last change of the draft; 409 if there was another one since',
  body: z.strictObject({ version }),
  output: homeDraft,
});

export const discardHomeChanges = defineEndpoint({
  id: 'homePage.discard',
  method: 'POST',
  path: '/home-page/discard',
  access: manageHomePage,
  summary: 'Discard the draft and return to the published version',
  body: z.strictObject({ version }),
  output: homeDraft,
});
