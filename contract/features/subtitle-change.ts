import { z } from 'zod';
import { bytesBody, defineEndpoint, idParams } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';
import { cue, mostCues } from '../subtitle/cue.ts';
import { cueChanges } from '../subtitle/diff-cues.ts';
import { subtitleFormats } from '../subtitle/subtitle-clock.ts';
import { subtitleErrorCodes } from '../subtitle/subtitle-error.ts';
import { onResourceDetail, resourceLanguages } from './resource.ts';
import { onSubtitleChange, subtitleMoves, subtitleProblem, subtitleTrack, subtitleVersion } from './subtitle.ts';
import { draftBytes } from './text-draft.ts';

const language = z.enum(resourceLanguages);
const label = z.string().trim().max(60);
const note = z.string().trim().max(300).default('');
const cues = z.array(cue).max(mostCues);
/** The track after the change. */
const changed = subtitleTrack;
const saved = z.strictObject({ track: subtitleTrack, text: subtitleVersion });
/** Maximum size of a subtitle file in bytes. */
export const subtitleFileBytes = 4 * 1024 * 1024;

export const createSubtitle = defineEndpoint({
  id: 'subtitle.create',
  method: 'POST',
  path: '/resources/{id}/subtitles',
  access: onSubtitleChange,
  summary: 'Add a track in another language: from the transcript, a copy or a file, or blank',
  params: idParams,
  body: z.strictObject({
    language,
    label: label.default(''),
    from: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('speech') }),
      z.strictObject({ kind: z.literal('track'), subtitleId: z.uuid() }),
      z.strictObject({ kind: z.literal('file'), cues: cues.min(1) }),
      z.strictObject({ kind: z.literal('empty') }),
    ]),
  }),
  output: saved,
  successStatus: 201,
  bodyLimit: draftBytes,
});

export const saveSubtitle = defineEndpoint({
  id: 'subtitle.save',
  method: 'POST',
  path: '/subtitles/{id}/versions',
  access: onSubtitleChange,
  summary: 'Save cues as a new version; 409 if someone else saved first',
  params: idParams,
  body: z.strictObject({
    /** The version that was edited; must still be the current one. */
    baseId: z.uuid(),
    cues,
    origin: z.enum(['edited', 'imported']).default('edited'),
    note,
    /** Version of the caller's own draft, which saving deletes; null without a draft. */
    draftVersion: z.int32().min(1).nullable().default(null),
  }),
  output: saved,
  successStatus: 201,
  bodyLimit: draftBytes,
});

export const restoreSubtitleVersion = defineEndpoint({
  id: 'subtitle.restoreVersion',
  method: 'POST',
  path: '/subtitles/{id}/versions/{versionId}/restore',
  access: onSubtitleChange,
  summary: 'Restore an older or offered version as a new one',
  params: z.strictObject({ id: z.uuid(), versionId: z.uuid() }),
  body: z.strictObject({ baseId: z.uuid() }),
  output: saved,
  successStatus: 201,
});

export const recutSubtitle = defineEndpoint({
  id: 'subtitle.recut',
  method: 'POST',
  path: '/subtitles/{id}/recut',
  access: onSubtitleChange,
  summary: 'Recreate a track from the current transcript; edited tracks get it as an offered version',
  params: idParams,
  body: z.strictObject({}),
  output: saved,
  successStatus: 201,
});

export const moveSubtitle = defineEndpoint({
  id: 'subtitle.move',
  method: 'POST',
  path: '/subtitles/{id}/moves',
  access: onSubtitleChange,
  summary: 'Check, publish or unpublish a track; out-of-date tracks need `acceptOutOfDate`',
  params: idParams,
  body: z.strictObject({
    move: z.enum(subtitleMoves),
    version: z.int32(),
    acceptOutOfDate: z.boolean().default(false),
  }),
  output: changed,
});

export const updateSubtitle = defineEndpoint({
  id: 'subtitle.update',
  method: 'PATCH',
  path: '/subtitles/{id}',
  access: onSubtitleChange,
  summary: 'Change the name, language or default of a track',
  params: idParams,
  body: z.strictObject({
    label: label.optional(),
    language: language.optional(),
    isDefault: z.boolean().optional(),
    version: z.int32(),
  }),
  output: changed,
});

export const deleteSubtitle = defineEndpoint({
  id: 'subtitle.delete',
  method: 'DELETE',
  path: '/subtitles/{id}',
  access: onSubtitleChange,
  summary: 'Delete a track; can be restored for 30 days',
  params: idParams,
  query: z.strictObject({ version: integerInAddress }),
  successStatus: 204,
});

export const restoreSubtitle = defineEndpoint({
  id: 'subtitle.restore',
  method: 'POST',
  path: '/subtitles/{id}/restore',
  access: onSubtitleChange,
  summary: 'Restore a deleted track, unless its language has a new one',
  params: idParams,
  body: z.strictObject({}),
  output: changed,
});

export const readSubtitleFile = defineEndpoint({
  id: 'subtitle.readFile',
  method: 'POST',
  path: '/resources/{id}/subtitles/file',
  access: onSubtitleChange,
  summary: 'Preview an uploaded subtitle file, with errors and changes',
  params: idParams,
  query: z.strictObject({
    /** Compare with the current text of this track. */
    subtitleId: z.uuid().optional(),
  }),
  body: bytesBody,
  bodyForm: 'bytes',
  bodyLimit: subtitleFileBytes,
  output: z.strictObject({
    format: z.enum(subtitleFormats),
    encoding: z.string(),
    cues: z.array(cue),
    errors: z.array(z.strictObject({ code: z.enum(subtitleErrorCodes), line: z.number().int(), text: z.string() })),
    problems: z.array(subtitleProblem),
    /** Detected from the text; null if the text is too short. */
    language: language.nullable(),
    /** Differences from the compared track. */
    difference: z
      .strictObject({
        baseId: z.uuid(),
        before: z.array(cue),
        rows: z.array(
          z.strictObject({
            change: z.enum(cueChanges),
            before: z.number().int().nullable(),
            after: z.number().int().nullable(),
          }),
        ),
      })
      .nullable(),
  }),
});

export const exportSubtitle = defineEndpoint({
  id: 'subtitle.exportFile',
  method: 'GET',
  path: '/subtitles/{id}/file',
  access: onResourceDetail,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Download a track',
  params: idParams,
  query: z.strictObject({ format: z.enum(subtitleFormats), versionId: z.uuid().optional() }),
});

export const exportSubtitles = defineEndpoint({
  id: 'subtitle.exportMany',
  method: 'GET',
  path: '/subtitles/archive',
  access: { kind: 'page', pages: ['/app/handle/subtitle'] },
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Download the tracks of many videos as one archive',
  query: z.strictObject({
    format: z.enum(subtitleFormats),
    language: language.optional(),
    /** The list's query string, as in its URL. */
    view: z.string().max(4000).optional(),
    /** Comma-separated resource IDs. */
    ids: z
      .string()
      .max(4000)
      .transform((text) => text.split(','))
      .pipe(z.array(z.uuid()).min(1).max(100))
      .optional(),
  }),
});

export const openPublishedSubtitle = defineEndpoint({
  id: 'subtitle.openPublished',
  method: 'GET',
  path: '/resources/{id}/subtitles/{language}.vtt',
  access: onResourceDetail,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Get the published track of a language for players, masked',
  params: z.strictObject({ id: z.uuid(), language }),
  /** Changes with the track, so that players load it again; otherwise unused. */
  query: z.strictObject({ v: z.string().max(20).optional() }),
});

export const burnIn = defineEndpoint({
  id: 'subtitle.burnIn',
  method: 'POST',
  path: '/subtitles/{id}/burn-in',
  access: onSubtitleChange,
  summary: 'Create a video with burned-in subtitles, in the background',
  params: idParams,
  body: z.strictObject({}),
  output: z.strictObject({ jobId: z.uuid() }),
  successStatus: 202,
});

export const translateSubtitle = defineEndpoint({
  id: 'subtitle.translate',
  method: 'POST',
  path: '/subtitles/{id}/translate',
  access: onSubtitleChange,
  summary: 'Translate a track with the configured language model',
  params: idParams,
  body: z.strictObject({ language }),
  output: z.strictObject({ jobId: z.uuid() }),
  successStatus: 202,
});

const neighbour = z.strictObject({ id: z.uuid() });

export const subtitleNeighbours = defineEndpoint({
  id: 'subtitle.neighbours',
  method: 'GET',
  path: '/resources/{id}/subtitles/neighbours',
  access: { kind: 'page', pages: ['/app/handle/subtitle'] },
  summary: 'Get the previous and next video of the list you came from',
  params: idParams,
  query: z.strictObject({ view: z.string().max(4000).default('') }),
  output: z.strictObject({
    previous: neighbour.nullable(),
    next: neighbour.nullable(),
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});
