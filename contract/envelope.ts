import type { ErrorCode } from './errors.ts';

export type FailureEnvelope = {
  status: number;
  message: string;
  data: FailureDetails | null;
  code: ErrorCode;
  /** Names this request in the log; error panels show it. */
  requestId: string;
};

export type FailureDetails = {
  /** Which inputs were refused and why, by dotted path. */
  fields?: { path: string; message: string }[];
  /** When it makes sense to try again (ISO instant). */
  until?: string;
  /** The page whose permission is missing. */
  page?: string;
  /** Where one goes on from here, within Lectern. */
  link?: string;
  /** The state of an installation that isn't ready. */
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

/** Body statuses 102–105 mean that the login expired and force a new one. */
export function isLoginExpiredStatus(status: number): boolean {
  return status >= 102 && status <= 105;
}
