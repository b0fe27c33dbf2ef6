export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null };

export type ReadyNotice = { address?: string; port?: number };

/** One living process of Lectern, whatever is behind it: a Node child or PostgreSQL. */
export type RunningPart = {
  pid: number | undefined;
  /** Settles when the part says that it serves; never settles when it ends before that. */
  ready: Promise<ReadyNotice>;
  exited: Promise<ExitStatus>;
  /** Asks it to end, insists after a grace period, and settles when it is gone. */
  stop(): Promise<void>;
};
