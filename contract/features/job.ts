import { z } from 'zod';

/** `none`: nobody asked for it yet. `pending`: it comes by itself when the steps before it have ended. */
export const jobStates = ['none', 'pending', 'queued', 'running', 'done', 'failed', 'skipped', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Work on one version of a resource: the steps of the reading machine, in the order in which they come. */
export const stepKinds = ['inspect', 'convert', 'ocr', 'asr', 'subtitle', 'scan', 'summarise'] as const;
export type StepKind = (typeof stepKinds)[number];

/** Machine work the product knows. Each kind has exactly one handler in the worker. */
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

/** A job as the live stream shows it to the person who requested it. */
export const jobProgress = z.strictObject({
  id: z.uuid(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** 0 to 100. */
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
  /** A name. */
  requestedBy: z.string().nullable(),
});
export type JobRow = z.output<typeof jobRow>;
