import { isTest } from './import-rules.ts';
import type { SourceFile } from './source-files.ts';

export type Shape = {
  productionFiles: number;
  productionLines: number;
  /** Source files directly under `server/`. */
  rootFiles: number;
  statisticsLines: number;
  /** One feature on one side, such as `server/features/course`. */
  features: { name: string; files: number; directories: number }[];
  longest: { path: string; lines: number }[];
  /** Exports that no other file imports. */
  loneExports: string[];
  /** Local types with meaningless names. */
  vagueTypes: string[];
  /** Occurrences of project-specific jargon in names and comments, by word. */
  privateWords: Map<string, number>;
};

type ShapeLimit = { name: string; limit: number; of: (shape: Shape) => number };

/** These limits may only be lowered. That of the files leaves room for features; one that needs more merges others. */
export const shapeLimits: readonly ShapeLimit[] = [
  { name: 'production files', limit: 2_200, of: ({ productionFiles }) => productionFiles },
  { name: 'files directly under server/', limit: 8, of: ({ rootFiles }) => rootFiles },
  { name: 'lines of statistics on the server', limit: 3_370, of: ({ statisticsLines }) => statisticsLines },
  { name: 'files of one feature on one side', limit: 40, of: ({ features }) => largest(features, 'files') },
  { name: 'directories of one feature on one side', limit: 5, of: ({ features }) => largest(features, 'directories') },
  { name: 'files over 400 lines', limit: 0, of: ({ longest }) => longest.length },
  { name: 'exports that nobody imports', limit: 0, of: ({ loneExports }) => loneExports.length },
  { name: 'types named Parts, Given, Wanted or Found', limit: 0, of: ({ vagueTypes }) => vagueTypes.length },
  {
    name: 'private words',
    limit: 0,
    of: ({ privateWords }) => [...privateWords.values()].reduce((sum, count) => sum + count, 0),
  },
];

const largest = (features: Shape['features'], of: 'files' | 'directories'): number =>
  Math.max(...features.map((feature) => feature[of]));

const supporting = /(^|\/)(testing|fixtures|conformance)\/|^(bench|scripts|examples)\//;
const listed = /db\/schema\.ts$|contract\/messages\/|contract\/(errors|catalogue|routes)\.ts$/;
const vagueType = /\b(?:type|interface) (Parts|Given|Wanted|Found)\b/g;
const exported = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface|enum) ([\w$]+)/gm;
const importedNames = /(?:import|export)\s+(?:type\s+)?(?:[\w$]+,\s*)?\{([^}]*)\}\s*from/g;
const importedLater = /\bimport\(\s*'[^']*\/([^'/]+)'/g;

/** Jargon that means something only in this project. */
const privateWords = ['deed', 'meantSource', 'layOut', 'numberRoom', 'saidAbove', 'walkApart', 'handOn'] as const;

export const isProduction = ({ path }: SourceFile): boolean =>
  /^(contract|server|web)\//.test(path) && !isTest(path) && !supporting.test(path);

/** Measures the size and structure of the codebase. */
export function measureShape(files: readonly SourceFile[]): Shape {
  const production = files.filter(isProduction);
  return {
    productionFiles: production.length,
    productionLines: total(production),
    rootFiles: production.filter(({ path }) => /^server\/[^/]+\.ts$/.test(path)).length,
    statisticsLines: total(production.filter(({ path }) => path.startsWith('server/features/statistics/'))),
    features: measureFeatures(production),
    longest: production.filter(({ path, lines }) => !listed.test(path) && lines > 400),
    loneExports: findLoneExports(files, production),
    vagueTypes: production.flatMap(({ path, code }) =>
      [...code.matchAll(vagueType)].map(([, name]) => `${path}: ${name}`),
    ),
    privateWords: new Map(privateWords.map((word) => [word, countWord(production, word)])),
  };
}

const total = (files: readonly SourceFile[]): number => files.reduce((sum, { lines }) => sum + lines, 0);

function measureFeatures(production: readonly SourceFile[]): Shape['features'] {
  const features = Map.groupBy(production, ({ path }) => /^(?:server|web)\/features\/[^/]+/.exec(path)?.[0]);
  return [...features].flatMap(([name, files]) => {
    if (!name) return [];
    const directories = new Set(files.map(({ path }) => path.split('/').slice(0, -1).join('/')));
    return [{ name, files: files.length, directories: directories.size }];
  });
}

/** All exports of a dynamically imported file count as used: how they are accessed varies too much to track. */
function findLoneExports(files: readonly SourceFile[], production: readonly SourceFile[]): string[] {
  const used = new Set<string>();
  const later = new Set<string>();
  for (const { code } of files) {
    for (const [, names = ''] of code.matchAll(importedNames)) addNames(used, names);
    for (const [, file = ''] of code.matchAll(importedLater)) later.add(file);
  }
  return production
    .filter(({ path }) => !listed.test(path) && !later.has(path.split('/').at(-1) ?? ''))
    .flatMap(({ path, code }) =>
      [...code.matchAll(exported)].flatMap(([, name = '']) => (used.has(name) ? [] : [`${path}: ${name}`])),
    );
}

function addNames(used: Set<string>, names: string): void {
  for (const each of names.split(',')) {
    const name = /^(?:type\s+)?([\w$]+)/.exec(each.trim())?.[1];
    if (name) used.add(name);
  }
}

function countWord(production: readonly SourceFile[], word: string): number {
  const first = word.charAt(0);
  // Skips the ordinary words “indeed” and “layout”.
  const pattern = new RegExp(`(?<![Ii]n)[${first}${first.toUpperCase()}]${word.slice(1)}`, 'g');
  return production.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
}
