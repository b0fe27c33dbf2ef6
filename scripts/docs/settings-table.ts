import { settingSchemas } from '../../server/platform/config/settings.ts';

const begins = '<!-- settings: written by npm run docs:settings -->';
const ends = '<!-- end of settings -->';

/** Set by Lectern for its own processes. */
const notForOperators: ReadonlySet<string> = new Set(['LECTERN_SUPERVISED']);
/** What they fall back to depends on the machine; their explanation says how. */
const machineDependent: ReadonlySet<string> = new Set(['TIME_ZONE']);

/** Every setting with its fallback and what it is for, as the server itself declares them. */
export function settingsTable(): string {
  const rows = Object.entries(settingSchemas)
    .filter(([name]) => !notForOperators.has(name))
    .map(([name, schema]) => `| \`${name}\` | ${fallbackOf(name, schema)} | ${schema.description ?? ''} |`);
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n');
}

function fallbackOf(name: string, schema: (typeof settingSchemas)[keyof typeof settingSchemas]): string {
  const { data } = machineDependent.has(name) ? { data: undefined } : schema.safeParse(undefined);
  return typeof data === 'string' || typeof data === 'number' ? `\`${data}\`` : '';
}

/** The text with its table brought up to date. */
export function withSettingsTable(text: string): string {
  const from = text.indexOf(begins);
  const to = text.indexOf(ends);
  if (from < 0 || to < from) throw new Error(`The text must hold the lines "${begins}" and "${ends}"`);
  return `${text.slice(0, from)}${begins}\n${settingsTable()}\n${text.slice(to)}`;
}
