import { z } from 'zod';

/** `none`: not requested yet. `pending`: starts automatically after the previous steps. */
export const jobStates = ['none', 'pending', 'queued', 'running', 'done', 'failed', 'skipped', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Processing steps of a resource version, in execution order. */
export const stepKinds = ['inspect', 'convert', 'ocr', 'asr', 'subtitle', 'scan', 'summarise'] as const;
export type StepKind = (typeof stepKinds)[number];

/** All kinds of background jobs; each has exactly one handler in the worker. */
export const jobKinds = [
  'supportBundle',
  'maintenance',
  'operation',
  ...stepKinds,
  'unpack',
  'editImage',
  'resourceSchedule',
  'rescan',
  'mask',
  'burnIn',
  'translateSubtitle',
  'taskRounds',
  'digest',
  'recordExport',
  'readCover',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** A job as sent on the live stream to the person who requested it. */
export const jobProgress = z.strictObject({
  id: z.uuid(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** Percentage. */
  progress: z.number().int().min(0).max(100),
  /** Why it failed or was skipped, in plain words. */
  cause: z.string().nullable(),
  tries: z.number().int(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type JobProgress = z.output<typeof jobProgress>;

export const jobRow = jobProgress.extend({
  /** Name of the person. */
  requestedBy: z.string().nullable(),
});
export type JobRow = z.output<typeof jobRow>;
