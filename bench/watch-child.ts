import { readdirSync, readFileSync } from 'node:fs';

export type Used = { cpuSeconds: number; peakBytes: number };

const ticksPerSecond = 100;

/** CPU time and peak memory of the process with `mark` in its command line, polled until `stop`. */
export function watchChild(mark: string): { stop(): Used } {
  const used: Used = { cpuSeconds: 0, peakBytes: 0 };
  let known: string | undefined;
  const look = () => {
    known ??= readdirSync('/proc').find((id) => /^\d+$/.test(id) && isChild(id, mark));
    if (!known) return;
    // utime and stime, counted from after the process name, which may contain spaces and parentheses.
    const fields = read(`/proc/${known}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    const cpu = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    const peak = Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${known}/status`))?.[1]) * 1024;
    if (cpu > used.cpuSeconds) used.cpuSeconds = cpu;
    if (peak > used.peakBytes) used.peakBytes = peak;
  };
  const timer = setInterval(look, 50);
  return {
    stop() {
      clearInterval(timer);
      return used;
    },
  };
}

/** Matches the node process itself, not the programs that wrap it. */
function isChild(id: string, mark: string): boolean {
  const [program = '', ...rest] = read(`/proc/${id}/cmdline`).split('\0');
  return program.endsWith('node') && rest.some((part) => part.includes(mark));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
