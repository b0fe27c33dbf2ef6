import type { UploadRow } from '@lectern/contract/features/upload.ts';

/** How far an upload is, as the person sees it. */
export type UploadPhase =
  /** Nobody knows yet what language its batch is in. */
  | 'undeclared'
  /** Known here; the server is being told. */
  | 'queued'
  | 'sending'
  /** Cut off; tried again by itself. */
  | 'retrying'
  | 'paused'
  /** Begun in a window that is gone: its file has to be chosen again. */
  | 'missing'
  | 'checking'
  | 'duplicate'
  | 'unpacking'
  | 'done'
  | 'refused';

export type UploadItem = {
  id: string;
  batchId: string;
  fileName: string;
  relativePath: string;
  sizeBytes: number;
  sentBytes: number;
  phase: UploadPhase;
  /** Why it was refused, or what holds it up. */
  reason: string | null;
  file: File | undefined;
  /** The server knows of it. */
  announced: boolean;
  /** As the server told it last. */
  row: UploadRow | undefined;
  /** Times it was cut off since the last byte that went through. */
  cuts: number;
};

/** Will go on by itself. */
export const movingPhases: ReadonlySet<UploadPhase> = new Set([
  'queued',
  'sending',
  'retrying',
  'checking',
  'unpacking',
]);
/** Waits for the person. */
export const askingPhases: ReadonlySet<UploadPhase> = new Set(['undeclared', 'missing', 'duplicate', 'refused']);
/** Would have to be chosen again if the window closed now. */
export const holdingPhases: ReadonlySet<UploadPhase> = new Set([
  'undeclared',
  'queued',
  'sending',
  'retrying',
  'paused',
]);
export const pausablePhases: ReadonlySet<UploadPhase> = new Set(['queued', 'sending', 'retrying']);
/** Nothing more will happen. */
export const endedPhases: ReadonlySet<UploadPhase> = new Set(['done', 'refused']);
