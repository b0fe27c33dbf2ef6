import { constants } from 'node:os';
import { SandboxFailure } from './port.ts';

type Ending = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

const { SIGKILL, SIGXCPU, SIGXFSZ } = constants.signals;
/** How programs say that they got no more memory, before they give up. */
const wantOfMemory = /bad_alloc|out of memory|cannot allocate memory|allocation failed/i;

/** Why a program was ended by a signal; nothing where it ended by itself. */
export function stoppedBy(program: string, { code, signal, stderr }: Ending): SandboxFailure | undefined {
  // A shell's way of telling that the program itself was ended by a signal: 128 and its number.
  const number = signal ? constants.signals[signal] : (code ?? 0) - 128;
  if (number <= 0) return undefined;
  if (number === SIGXCPU) return new SandboxFailure('time', `${program} needed more processor time than it may.`);
  if (number === SIGXFSZ) return new SandboxFailure('output', `${program} wrote a larger file than it may.`);
  // Whatever we stop has its cause already: this was the system, which ends who takes too much.
  if (number === SIGKILL || wantOfMemory.test(stderr)) {
    return new SandboxFailure('memory', `${program} needed more memory than it may.`);
  }
  return new SandboxFailure('crashed', `${program} broke down (signal ${number}).`);
}
