/**
 * What keeps engines away from the network and from other files on this machine. `landlock`: the launcher, which needs
 * no privileges. `bubblewrap`: the launcher in namespaces of its own. `none`: neither exists here.
 */
export type SandboxLevel = 'bubblewrap' | 'landlock' | 'none';

/** What engines do where there is no sandbox; the operator's decision. */
export type WithoutSandbox = 'refuse' | 'run';

/** Limits of a sandboxed program; exceeding one stops it. */
export type SandboxLimits = {
  wallMs: number;
  cpuSeconds: number;
  memoryBytes: number;
  /** Of what it prints. */
  outputBytes: number;
  /** Of each file that it writes. */
  fileBytes: number;
};

export type SandboxedProgram = {
  program: string;
  args: readonly string[];
  /** Files and folders it may read, besides the system's own programs and libraries. */
  readable: readonly string[];
  /** The one folder it may write to; it starts there. Absent: an empty one in memory. */
  folder?: string;
  environment?: Readonly<Record<string, string>>;
  limits: SandboxLimits;
  signal: AbortSignal;
  /** Hears of what it prints, as it comes. */
  onOutput?(chunk: Buffer): void;
};

export type ProgramResult = { exitCode: number; stdout: Buffer; stderr: string };

/** Runs one program on one untrusted file: no network, no other files, and an end. */
export type RunSandboxed = (wanted: SandboxedProgram) => Promise<ProgramResult>;

export type FailureKind = 'time' | 'output' | 'memory' | 'crashed' | 'start' | 'unsafe';

/** The program did not come to an end of its own. The message is for people. */
export class SandboxFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = 'SandboxFailure';
    this.kind = kind;
  }
}
