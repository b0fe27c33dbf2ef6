import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { cueProblemKinds } from '../subtitle/check-cues.ts';
import { cue, mostCues } from '../subtitle/cue.ts';
import { jobStates } from './job.ts';
import { jobCauses } from './job-cause.ts';
import { onResourceDetail, resourceLanguages, resourcePages } from './resource.ts';
import { resourceStates } from './resource-state.ts';
import { draftEndpoints, textDraftInfo } from './text-draft.ts';

const page = '/app/handle/subtitle' as const;
/** Where subtitles are worked on: their own page, and the details of videos. */
export const subtitlePages = [page, '/app/handle/asr', ...resourcePages] as const;
export const onSubtitleChange = { kind: 'page', pages: subtitlePages } as const;

/** `auto`: cut from what was heard. Any change by a person makes it `edited`; players get what is `published`. */
export const subtitleStates = ['auto', 'edited', 'checked', 'published'] as const;
export type SubtitleState = (typeof subtitleStates)[number];
const subtitleOrigins = ['machine', 'edited', 'imported', 'translated'] as const;
export type SubtitleOrigin = (typeof subtitleOrigins)[number];
export const subtitleMoves = ['check', 'uncheck', 'publish', 'unpublish'] as const;
export type SubtitleMove = (typeof subtitleMoves)[number];

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const language = z.enum(resourceLanguages);

/** One language of a video. */
export const subtitleTrack = z.strictObject({
  id: z.uuid(),
  resourceId: z.uuid(),
  language,
  /** As players call it; empty: by the language’s name. */
  label: z.string(),
  state: z.enum(subtitleStates),
  /** Players begin with it. */
  isDefault: z.boolean(),
  /** Made of a file, or of a transcript, that is no longer the current one. */
  stale: z.boolean(),
  /** The transcript it was made from was changed since; the file is the same. */
  behind: z.boolean(),
  cues: z.number().int(),
  problems: z.number().int(),
  /** Of the text: counts up with each result and each edit. */
  number: z.number().int(),
  origin: z.enum(subtitleOrigins),
  /** A newer result of the machine waits beside what a person made. */
  offered: z.number().int().nullable(),
  /** Of everything about it: what a change has to name. */
  version: z.int32(),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
  /** Below the API base, by cookie; only of what is published. */
  url: z.string().nullable(),
});
export type SubtitleTrack = z.output<typeof subtitleTrack>;

const work = z.strictObject({
  state: z.enum(jobStates),
  progress: z.number().int(),
  cause: z.string().nullable(),
  causeCode: z.enum(jobCauses).nullable(),
});

/** A video with its languages; its id is the resource’s. */
const subtitleRow = z.strictObject({
  id: z.uuid(),
  resource: z.strictObject({
    title: z.string(),
    state: z.enum(resourceStates),
    format: z.string(),
    thumbnail: z.string().nullable(),
    durationMs: z.number().int().nullable(),
    language: z.string().nullable(),
    owner: named,
  }),
  tracks: z.array(subtitleTrack),
  problems: z.number().int(),
  stale: z.boolean(),
  /** The machine’s hearing of it, and its making of subtitles; null: neither was planned yet. */
  speech: work.nullable(),
  work: work.nullable(),
  changedAt: z.iso.datetime(),
});
export type SubtitleRow = z.output<typeof subtitleRow>;

export const subtitleList = defineList({
  id: 'subtitle',
  texts: 'subtitle',
  page,
  path: '/subtitles',
  row: subtitleRow,
  columns: {
    resource: { always: true },
    tracks: {},
    problems: { sort: 'problems', align: 'end' },
    stale: {},
    speech: {},
    duration: { align: 'end' },
    resourceState: { optional: true },
    owner: {},
    changed: { sort: 'changed' },
  },
  filters: {
    resource: { kind: 'text' },
    /** With a track of one of them. */
    language: { kind: 'many', values: resourceLanguages },
    lacks: { kind: 'many', values: resourceLanguages },
    state: { kind: 'many', values: subtitleStates },
    stale: { kind: 'yesNo' },
    hasProblems: { kind: 'yesNo' },
    problems: { kind: 'range' },
    hasTranscript: { kind: 'yesNo' },
    resourceState: {
      kind: 'many',
      values: resourceStates.filter((state) => state !== 'trashed' && state !== 'purged'),
    },
    owner: { kind: 'person' },
    department: { kind: 'tree', of: 'department' },
    library: { kind: 'tree', of: 'library' },
    changed: { kind: 'date' },
  },
  sorts: ['problems', 'changed'],
  defaultSort: '-changed',
  tabs: ['none', 'auto', 'edited', 'checked', 'published', 'problems', 'all'],
});
export const { list: listSubtitles, export: exportSubtitleList } = listEndpoints(subtitleList);

const ofLanguage = z.strictObject({
  /** Of this language alone; absent: every one. */
  language: language.optional(),
});

/** What can be done with chosen videos of the list; each is an operation with a report. What machines do can’t be undone. */
export const subtitleActionInputs = {
  /** Cuts subtitles of what was heard, where there are none; hears first where nobody did yet. */
  runMissing: z.strictObject({}),
  /** Cuts them anew: what nobody touched is replaced, beside what people made it is offered as a version. */
  run: z.strictObject({}),
  check: ofLanguage,
  /** Passes by videos of which subtitles are out of date, unless that is accepted. */
  publish: ofLanguage.extend({ acceptOutOfDate: z.boolean().default(false) }),
  unpublish: ofLanguage,
  delete: ofLanguage,
} as const;
export type SubtitleAction = keyof typeof subtitleActionInputs;

export const subtitleDetail = {
  type: 'subtitle',
  page,
  pages: subtitlePages,
  ability: 'user',
  path: '/subtitles',
  revertable: [],
} as const;
export const subtitleDetailEndpoints = detailEndpoints(subtitleDetail);
export const {
  getLock: getSubtitleLock,
  takeLock: takeSubtitleLock,
  releaseLock: releaseSubtitleLock,
  listActivity: listSubtitleActivity,
  revertActivity: revertSubtitleActivity,
} = subtitleDetailEndpoints;

export const subtitleVersion = z.strictObject({
  id: z.uuid(),
  number: z.number().int(),
  origin: z.enum(subtitleOrigins),
  current: z.boolean(),
  cues: z.number().int(),
  problems: z.number().int(),
  /** Its name and version; of a translation, the model. */
  engine: z.string().nullable(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
});
export type SubtitleVersion = z.output<typeof subtitleVersion>;

/** The making of a film with the words in its picture. */
export const burnedIn = z.strictObject({
  jobId: z.uuid(),
  state: z.enum(jobStates),
  progress: z.number().int(),
  cause: z.string().nullable(),
  /** The text that it was made with. */
  number: z.number().int(),
  /** Below the API base, by cookie; null: it is not there yet. */
  url: z.string().nullable(),
});

export const subtitleProblem = z.strictObject({ kind: z.enum(cueProblemKinds), index: z.number().int() });

export const getSubtitle = defineEndpoint({
  id: 'subtitle.get',
  method: 'GET',
  path: '/subtitles/{id}',
  access: { kind: 'page', pages: onResourceDetail.pages },
  summary: 'Get a track with its current or an older text',
  params: idParams,
  query: z.strictObject({ versionId: z.uuid().optional() }),
  output: z.strictObject({
    track: subtitleTrack,
    text: subtitleVersion,
    cues: z.array(cue),
    problems: z.array(subtitleProblem),
    /** Parts are covered for the person who asks: they can’t save it. */
    masked: z.boolean(),
    mayEdit: z.boolean(),
    moves: z.array(z.enum(subtitleMoves)),
    burnedIn: burnedIn.nullable(),
    /** The job that translates it, as long as it waits or runs, or when it failed. */
    translation: work.extend({ jobId: z.uuid() }).nullable(),
    resource: z.strictObject({ id: z.uuid(), title: z.string(), durationMs: z.number().int().nullable() }),
  }),
});

export const listSubtitleVersions = defineEndpoint({
  id: 'subtitle.versions',
  method: 'GET',
  path: '/subtitles/{id}/versions',
  access: { kind: 'page', pages: onResourceDetail.pages },
  summary: 'List the versions of a track, newest first, with any draft',
  params: idParams,
  output: z.strictObject({
    versions: z.array(subtitleVersion),
    /** Told to those who may change it. */
    draft: textDraftInfo.nullable(),
    mayEdit: z.boolean(),
  }),
});

export const listResourceSubtitles = defineEndpoint({
  id: 'subtitle.ofResource',
  method: 'GET',
  path: '/resources/{id}/subtitles',
  access: onResourceDetail,
  summary: 'List the tracks of a video; without edit access, only published ones',
  params: idParams,
  output: z.strictObject({ tracks: z.array(subtitleTrack), mayEdit: z.boolean(), hasTranscript: z.boolean() }),
});

/** The whole text as one part. */
const subtitleDraftPart = z.strictObject({ number: z.literal(1), cues: z.array(cue).max(mostCues) });
const subtitleDraftEndpoints = draftEndpoints({
  id: 'subtitle',
  path: '/subtitles/{id}',
  params: idParams,
  read: onSubtitleChange,
  write: onSubtitleChange,
  part: subtitleDraftPart,
});
export const {
  get: getSubtitleDraft,
  put: putSubtitleDraft,
  take: takeSubtitleDraft,
  discard: discardSubtitleDraft,
} = subtitleDraftEndpoints;
