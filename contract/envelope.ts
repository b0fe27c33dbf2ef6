import type { ErrorCode } from './errors.ts';

export type FailureEnvelope = {
  status: number;
  message: string;
  data: FailureDetails | null;
  code: ErrorCode;
  /** Identifies the request in the log; shown in error panels. */
  requestId: string;
};

export type FailureDetails = {
  /** Rejected inputs and reasons, by dotted path. */
  fields?: { path: string; message: string }[];
  /** When to retry (ISO 8601). */
  until?: string;
  /** The page the caller lacks permission for. */
  page?: string;
  /** A Lectern path where the user can continue. */
  link?: string;
  state?: 'down';
};

export const bodyStatus = {
  ok: 200,
  created: 201,
  queued: 202,
  empty: 204,
  refused: 101,
  noToken: 102,
  unknownToken: 103,
  expiredToken: 104,
  sessionEnded: 105,
} as const;

/** Body statuses 200–204 are success. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status <= 204;
}

/** Body statuses 102–105 mean the session has expired and the user must log in again. */
export function isLoginExpiredStatus(status: number): boolean {
  return status >= 102 && status <= 105;
}
