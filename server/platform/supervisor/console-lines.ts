export type Paint = { strong(text: string): string; quiet(text: string): string; bad(text: string): string };

const plain = (text: string): string => text;
const painted = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

/** Colours only where a person looks: not in files, pipes and CI, nor where NO_COLOR asks for none. */
export function choosePaint(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  if (!stream.isTTY || env.NO_COLOR) return { strong: plain, quiet: plain, bad: plain };
  return { strong: painted('1'), quiet: painted('2'), bad: painted('31') };
}

/** PostgreSQL writes text; beside the children's JSON lines it becomes one too. */
export function postgresLogLine(line: string, now: Date): string {
  const level = /^(FATAL|PANIC):/.test(line) ? 'error' : 'info';
  return JSON.stringify({ level, time: now.toISOString(), process: 'postgres', msg: line });
}
