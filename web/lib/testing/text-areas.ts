import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageArea } from '../i18n/page-areas.ts';
import { everyPageArea } from './all-texts.ts';

/** What a source file imports: immediately, or lazily together with the text areas named next to the import. */
export type SourceImports = { now: string[]; later: { file: string; areas: PageArea[] }[] };

const web = path.resolve(import.meta.dirname, '../..');
const isArea = (name: string): name is PageArea => (everyPageArea as string[]).includes(name);
const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const known =
    sources.get(file) ?? readFileSync(path.join(web, file), 'utf8').replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');
  sources.set(file, known);
  return known;
}

/** The path, relative to `web`, that a specifier refers to; undefined for packages and the contract. */
function resolve(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.') || !/\.tsx?$/.test(specifier)) return undefined;
  const file = path.join(path.dirname(from), specifier);
  return existsSync(path.join(web, file)) ? file : undefined;
}

export function importsOf(file: string): SourceImports {
  const source = sourceOf(file);
  const now = [...source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm)]
    .map(([, specifier = '']) => resolve(file, specifier))
    .filter((found) => found !== undefined);
  // Areas belong to the import they follow: up to the next import, within the same statement.
  const later = [...source.matchAll(/\bimport\(\s*'([^']+)',?\s*\)((?:(?!\bimport\()[^;])*)/g)].flatMap(
    ([, specifier = '', rest = '']) => {
      const found = resolve(file, specifier);
      const areas = [...rest.matchAll(/'(\w+)'/g)].map(([, name = '']) => name).filter(isArea);
      return found ? [{ file: found, areas: [...new Set(areas)] }] : [];
    },
  );
  return { now, later };
}

/** The text areas that a file uses, found by the few ways in which code reads texts. */
export function areasSaidIn(file: string): PageArea[] {
  const source = sourceOf(file);
  const whole = `(?:${[String.raw`useTexts\(\)`, ...namesOfAll(source)].join('|')})`;
  const picked = [
    ...source.matchAll(new RegExp(String.raw`\{([^{}]*)\}(?:: Texts)? = ${whole}(?![\w.?])`, 'g')),
    ...source.matchAll(/\{([^{}]*)\}: Texts\b(?!\[)/g),
    ...source.matchAll(/\btexts: \(\{([^{}]*)\}\) =>/g),
  ].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().replace(/:.*$/, '')));
  const named = source.matchAll(new RegExp(String.raw`(?:^|[^\w'])${whole}\??\.(\w+)`, 'g'));
  return [...new Set([...picked, ...[...named].map(([, name = '']) => name)])].filter(isArea);
}

function namesOfAll(source: string): string[] {
  const held = source.matchAll(/const (\w+) = (?:useTexts\(\)|dictionary\.get\(\)\.texts);/g);
  const given = source.matchAll(/(\w+)\??: Texts\b(?!\[)/g);
  const isOther =
    /: texts\b[^;]*\} = |: texts \}: Texts|const texts = (?!useTexts\(\);|dictionary\.get\(\)\.texts;)/.test(source);
  return [...[...held, ...given].map(([, name = '']) => name), ...(isOther ? [] : ['texts'])];
}

/** Every area that may be used before its texts are loaded, as `area in file`. */
export function unloadedAreas(entry: string, loaded: readonly PageArea[]): string[] {
  const problems = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, there: readonly PageArea[]) => {
    const key = `${file} ${there.join()}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const area of areasSaidIn(file)) if (!there.includes(area)) problems.add(`${area} in ${file}`);
    const { now, later } = importsOf(file);
    for (const found of now) visit(found, there);
    for (const { file: found, areas } of later) visit(found, [...new Set([...there, ...areas])].sort());
  };
  visit(entry, loaded);
  return [...problems];
}
