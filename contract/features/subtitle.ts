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
/** Pages where subtitles are edited. */
export const subtitlePages = [page, '/app/handle/asr', ...resourcePages] as const;
export const onSubtitleChange = { kind: 'page', pages: subtitlePages } as const;

/** `auto`: generated from the transcript. `edited`: changed by a person. Players only get `published`. */
export const subtitleStates = ['auto', 'edited', 'checked', 'published'] as const;
export type SubtitleState = (typeof subtitleStates)[number];
const subtitleOrigins = ['machine', 'edited', 'imported', 'translated'] as const;
export type SubtitleOrigin = (typeof subtitleOrigins)[number];
export const subtitleMoves = ['check', 'uncheck', 'publish', 'unpublish'] as const;
export type SubtitleMove = (typeof subtitleMoves)[number];

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const language = z.enum(resourceLanguages);

/** A video's subtitles in one language. */
export const subtitleTrack = z.strictObject({
  id: z.uuid(),
  resourceId: z.uuid(),
  language,
  /** Name shown in players; empty for the language's name. */
  label: z.string(),
  state: z.enum(subtitleStates),
  /** Selected by default in players. */
  isDefault: z.boolean(),
  /** It was made from a file or transcript that is no longer current. */
  stale: z.boolean(),
  /** Its transcript has changed since; the file hasn't. */
  behind: z.boolean(),
  cues: z.number().int(),
  problems: z.number().int(),
  /** Version number of the text, incremented by each result and edit. */
  number: z.number().int(),
  origin: z.enum(subtitleOrigins),
  /** Number of a newer generated version that is offered instead of replacing a person's work. */
  offered: z.number().int().nullable(),
  /** Version of the whole track; changes must name it. */
  version: z.int32(),
  changedAt: z.iso.datetime(),
  changedBy: z.string().nullable(),
  /** URL relative to the API base, using the cookie; null unless published. */
  url: z.string().nullable(),
});
export type SubtitleTrack = z.output<typeof subtitleTrack>;

const work = z.strictObject({
  state: z.enum(jobStates),
  progress: z.number().int(),
  cause: z.string().nullable(),
  causeCode: z.enum(jobCauses).nullable(),
});

/** A video with its tracks; its ID is the resource's. */
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
  /** State of the transcript and subtitle steps; null if the step hasn't been scheduled. */
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
    /** Has a track in one of these languages. */
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
  /** Default: all languages. */
  language: language.optional(),
});

/** Inputs of list actions; each runs as an operation with a report. Machine work can't be undone. */
export const subtitleActionInputs = {
  /** Generates subtitles where missing, transcribing first if needed. */
  runMissing: z.strictObject({}),
  /** Generates subtitles again. Untouched tracks are replaced; for edited ones the result is offered as a version. */
  run: z.strictObject({}),
  check: ofLanguage,
  /** Skips videos with out-of-date subtitles, unless `acceptOutOfDate` is set. */
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
  /** Name and version; for translations, the model. */
  engine: z.string().nullable(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
});
export type SubtitleVersion = z.output<typeof subtitleVersion>;

/** The job that burns subtitles into the video. */
export const burnedIn = z.strictObject({
  jobId: z.uuid(),
  state: z.enum(jobStates),
  progress: z.number().int(),
  cause: z.string().nullable(),
  /** Version number of the subtitle text in the video. */
  number: z.number().int(),
  /** URL relative to the API base, using the cookie; null until the video is ready. */
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
    /** Parts are masked for the caller, so they can't save the track. */
    masked: z.boolean(),
    mayEdit: z.boolean(),
    moves: z.array(z.enum(subtitleMoves)),
    burnedIn: burnedIn.nullable(),
    /** The translation job while it waits or runs, or after it failed. */
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
    /** null for people who may not edit the track. */
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

/** The whole text is a single part. */
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
