import { settingSchemas } from '../../server/platform/config/settings.ts';

const begins = '<!-- settings: written by npm run docs:settings -->';
const ends = '<!-- end of settings -->';

/** Lectern sets these for its own processes. */
const notForOperators: ReadonlySet<string> = new Set(['LECTERN_SUPERVISED']);
/** Defaults depend on the machine; the description explains how. */
const machineDependent: ReadonlySet<string> = new Set(['TIME_ZONE']);

/** A Markdown table of every setting with its default and description, taken from the server's schemas. */
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

/** Replaces the settings table in a document. */
export function withSettingsTable(text: string): string {
  const from = text.indexOf(begins);
  const to = text.indexOf(ends);
  if (from < 0 || to < from) throw new Error(`The text needs the lines "${begins}" and "${ends}"`);
  return `${text.slice(0, from)}${begins}\n${settingsTable()}\n${text.slice(to)}`;
}
