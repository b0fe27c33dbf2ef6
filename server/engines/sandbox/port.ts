/**
 * How engines are kept off the network and away from other files. `landlock` is our launcher, which needs no
 * privileges; `bubblewrap` is the launcher inside its own namespaces; `none` means this machine supports neither.
 */
export type SandboxLevel = 'bubblewrap' | 'landlock' | 'none';

/** What happens on machines without a sandbox, as set by the operator. */
export type WithoutSandbox = 'refuse' | 'run';

/** Limits of a sandboxed program; exceeding one stops it. */
export type SandboxLimits = {
  wallMs: number;
  cpuSeconds: number;
  memoryBytes: number;
  /** Limit for its output. */
  outputBytes: number;
  /** Limit for each file it writes. */
  fileBytes: number;
};

export type SandboxedProgram = {
  program: string;
  args: readonly string[];
  /** Files and folders it may read in addition to system programs and libraries. */
  readable: readonly string[];
  /** Working directory and the only folder it may write to; if absent, a temporary one. */
  folder?: string;
  environment?: Readonly<Record<string, string>>;
  limits: SandboxLimits;
  signal: AbortSignal;
  /** Called with its output as it arrives. */
  onOutput?(chunk: Buffer): void;
};

export type ProgramResult = { exitCode: number; stdout: Buffer; stderr: string };

/** Runs a program on an untrusted file without network or other files, within limits. */
export type RunSandboxed = (wanted: SandboxedProgram) => Promise<ProgramResult>;

export type FailureKind = 'time' | 'output' | 'memory' | 'crashed' | 'start' | 'unsafe';

/** The program was stopped or crashed. The message is shown to users. */
export class SandboxFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = 'SandboxFailure';
    this.kind = kind;
  }
}
