import type { FirstSignIn } from './running-part.ts';

type BannerFacts = {
  address: string;
  firstSignIn: FirstSignIn | undefined;
  /** The operator chose the password, so it need not be printed. */
  passwordIsSet: boolean;
  dataDir: string;
  database: string;
  sandbox?: string | undefined;
  readyAfterMs: number;
};

/** Printed when Lectern is ready: address, first sign-in, data location and how to stop it. */
export function startBanner(facts: BannerFacts, paint: Paint): string {
  const rows: [string, string][] = [['Address', paint.strong(facts.address)]];
  if (facts.firstSignIn) {
    rows.push(['Username', paint.strong(facts.firstSignIn.account)]);
    rows.push([
      'Password',
      facts.passwordIsSet
        ? 'set by LECTERN_ADMIN_PASSWORD'
        : `${paint.strong(facts.firstSignIn.password)}  ${paint.quiet('(change it after logging in)')}`,
    ]);
  }
  rows.push(['Data', facts.dataDir], ['Database', facts.database]);
  if (facts.sandbox) rows.push(['Sandbox', facts.sandbox]);
  rows.push(['Stop', 'Ctrl-C']);
  const seconds = (facts.readyAfterMs / 1_000).toFixed(1);
  const lines = rows.map(([name, value]) => `    ${paint.quiet(name.padEnd(10))}${value}`);
  return ['', `  ${paint.strong('Lectern')} is ready (${seconds} s)`, '', ...lines, '', ''].join('\n');
}

type Paint = { strong(text: string): string; quiet(text: string): string; bad(text: string): string };

const plain = (text: string): string => text;
const painted = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

/** Colours only on a terminal: not in files, pipes or CI, nor when NO_COLOR is set. */
export function choosePaint(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  if (!stream.isTTY || env.NO_COLOR) return { strong: plain, quiet: plain, bad: plain };
  return { strong: painted('1'), quiet: painted('2'), bad: painted('31') };
}

/** Converts PostgreSQL's text output to a JSON line like those of the other processes. */
export function postgresLogLine(line: string, now: Date): string {
  const level = /^(FATAL|PANIC):/.test(line) ? 'error' : 'info';
  return JSON.stringify({ level, time: now.toISOString(), process: 'postgres', msg: line });
}
