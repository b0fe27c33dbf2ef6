import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';

const operationStates = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
const itemStates = ['pending', 'done', 'skipped', 'failed', 'undone'] as const;
/** How long an operation can be undone. */
export const undoDays = 30;

/** Maximum number of rows selected by ID. */
export const selectionLimit = 1000;

/** The rows an action applies to: specific IDs, or all rows of a view with exceptions. */
export const selection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(selectionLimit) }),
  z.strictObject({
    /** The list's query string, as in its URL. */
    matching: z.string().max(4000),
    except: z.array(z.uuid()).max(selectionLimit).default([]),
  }),
]);
export type Selection = z.input<typeof selection>;

export const operationRow = z.strictObject({
  id: z.uuid(),
  list: z.string(),
  action: z.string(),
  input: z.record(z.string(), z.unknown()),
  state: z.enum(operationStates),
  /** Name of the object if there is only one and its name is known. */
  about: z.string().nullable(),
  /** null while the selection is being resolved. */
  total: z.number().int().nullable(),
  done: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  /** How many of the done items an Undo has reverted. */
  undone: z.number().int(),
  /** Cancellation was requested but hasn't taken effect yet. */
  stopping: z.boolean(),
  /** Why it ended early, in plain words. */
  cause: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  undoOf: z.uuid().nullable(),
  undoneBy: z.uuid().nullable(),
  /** null if it can't be undone now: never, already undone, still running, or too late. */
  undoUntil: z.iso.datetime().nullable(),
});
export type OperationRow = z.output<typeof operationRow>;

const operationItem = z.strictObject({
  /** Position in the report; used as the cursor for the next page. */
  id: z.string(),
  objectId: z.string(),
  label: z.string(),
  state: z.enum(itemStates),
  /** Why it was skipped or failed, in plain words. */
  reason: z.string().nullable(),
});
export type OperationItem = z.output<typeof operationItem>;

export const startOperation = defineEndpoint({
  id: 'operation.start',
  method: 'POST',
  path: '/operations',
  access: { kind: 'signedIn' },
  summary: 'Start an operation on many objects in the background',
  body: z.strictObject({
    list: z.string().max(60),
    action: z.string().max(60),
    selection,
    input: z.record(z.string(), z.unknown()).default({}),
  }),
  output: operationRow,
  successStatus: 202,
  bodyLimit: 256 * 1024,
  rateLimit: { calls: 240, windowMs: 60_000 },
});

export const listOperations = defineEndpoint({
  id: 'operation.list',
  method: 'GET',
  path: '/operations',
  access: { kind: 'signedIn' },
  summary: 'List your operations, newest first',
  query: z.strictObject({ after: z.uuid().optional(), size: z.coerce.number().int().min(1).max(100).default(30) }),
  output: z.strictObject({ rows: z.array(operationRow), more: z.boolean() }),
});

export const getOperation = defineEndpoint({
  id: 'operation.get',
  method: 'GET',
  path: '/operations/{id}',
  access: { kind: 'signedIn' },
  summary: 'Get one of your operations',
  params: idParams,
  output: operationRow,
});

export const listOperationItems = defineEndpoint({
  id: 'operation.listItems',
  method: 'GET',
  path: '/operations/{id}/items',
  access: { kind: 'signedIn' },
  summary: 'List the items of an operation, those that need attention first',
  params: idParams,
  query: z.strictObject({
    state: z.enum(itemStates).optional(),
    after: z
      .string()
      .regex(/^\d-\d{1,9}$/)
      .optional(),
    size: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.strictObject({ rows: z.array(operationItem), more: z.boolean() }),
});

export const cancelOperation = defineEndpoint({
  id: 'operation.cancel',
  method: 'POST',
  path: '/operations/{id}/cancel',
  access: { kind: 'signedIn' },
  summary: 'Cancel an operation; finished items stay done and can be undone',
  params: idParams,
  output: operationRow,
});

export const undoOperation = defineEndpoint({
  id: 'operation.undo',
  method: 'POST',
  path: '/operations/{id}/undo',
  access: { kind: 'signedIn' },
  summary: 'Undo an operation; items changed since are skipped and reported',
  params: idParams,
  output: operationRow,
  successStatus: 202,
});
