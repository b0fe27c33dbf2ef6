export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null };

export type FirstSignIn = { account: string; password: string };

export type ReadyNotice = { address?: string; port?: number; firstSignIn?: FirstSignIn | undefined };

/** A running process of Lectern: a Node child or PostgreSQL. */
export type RunningPart = {
  pid: number | undefined;
  /** Resolves when the part is ready; never resolves if it exits first. */
  ready: Promise<ReadyNotice>;
  exited: Promise<ExitStatus>;
  /** Asks it to exit, forces it after a grace period, and resolves when it is gone. */
  stop(): Promise<void>;
};
