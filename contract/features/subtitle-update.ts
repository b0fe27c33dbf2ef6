import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { onSubtitleChange, subtitleTrack } from './subtitle.ts';

/** Maximum number of cues listed per kind; the counts cover all. */
export const updateLimits = { shown: 200 } as const;

const counts = { changed: z.number().int(), toCheck: z.number().int() };
const cueUpdate = z.strictObject({
  /** Index of the cue, from 0. */
  cue: z.number().int(),
  startMs: z.number().int(),
  /** `before`: current text. `after`: text from the transcript, empty if there is none. */
  before: z.string(),
  after: z.string(),
});
export type SubtitleCueUpdate = z.output<typeof cueUpdate>;

export const previewSubtitleUpdate = defineEndpoint({
  id: 'subtitle.previewUpdate',
  method: 'GET',
  path: '/subtitles/{id}/update',
  access: onSubtitleChange,
  summary: 'Preview updating a track to its current transcript',
  params: idParams,
  output: z.strictObject({
    track: subtitleTrack,
    /** The track text and the transcript that were compared. */
    baseId: z.uuid(),
    readingId: z.uuid(),
    counts: z.strictObject(counts),
    changed: z.array(cueUpdate),
    /** Cues reworded by a person; they aren't changed. */
    toCheck: z.array(cueUpdate),
  }),
  rateLimit: { calls: 120, windowMs: 60_000 },
});

export const updateSubtitleText = defineEndpoint({
  id: 'subtitle.updateText',
  method: 'POST',
  path: '/subtitles/{id}/update',
  access: onSubtitleChange,
  summary: 'Update a track to its transcript; 409 if either changed since the preview',
  params: idParams,
  body: z.strictObject({ baseId: z.uuid(), readingId: z.uuid() }),
  output: z.strictObject({ track: subtitleTrack, ...counts }),
});
