import type { FirstSignIn } from './child-lifecycle.ts';
import type { Paint } from './console-lines.ts';

export type BannerFacts = {
  address: string;
  firstSignIn: FirstSignIn | undefined;
  /** The operator chose the password, so it need not be on the screen. */
  passwordIsSet: boolean;
  dataDir: string;
  database: string;
  sandbox?: string | undefined;
  readyAfterMs: number;
};

/** What a person wants to know once it runs: where, who, with what, and how to end it. */
export function startBanner(facts: BannerFacts, paint: Paint): string {
  const rows: [string, string][] = [['Address', paint.strong(facts.address)]];
  if (facts.firstSignIn) {
    rows.push(['Account', paint.strong(facts.firstSignIn.account)]);
    rows.push([
      'Password',
      facts.passwordIsSet
        ? 'as set in LECTERN_ADMIN_PASSWORD'
        : `${paint.strong(facts.firstSignIn.password)}  ${paint.quiet('(until you change it)')}`,
    ]);
  }
  rows.push(['Data', facts.dataDir], ['Database', facts.database]);
  if (facts.sandbox) rows.push(['Sandbox', facts.sandbox]);
  rows.push(['Stop', 'Ctrl-C']);
  const seconds = (facts.readyAfterMs / 1_000).toFixed(1);
  const lines = rows.map(([name, value]) => `    ${paint.quiet(name.padEnd(10))}${value}`);
  return ['', `  ${paint.strong('Lectern')} is ready, after ${seconds} s`, '', ...lines, '', ''].join('\n');
}
