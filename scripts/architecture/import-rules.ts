import type { SourceFile } from './source-files.ts';

export type Violation = string;

const serverFeature = /^server\/features\/([^/]+)\/(.+)$/;
const webFeature = /^web\/features\/([^/]+)\//;

/** Returns the rule an import breaks, or undefined if it is allowed. */
export function checkImport(from: SourceFile, target: string): Violation | undefined {
  if (isTest(from.path)) return undefined;
  const area = from.path.split('/')[0];
  const say = (why: string) => `${from.path} imports ${target}: ${why}`;
  if (area === 'contract' && !target.startsWith('contract/') && target !== 'zod')
    return say('the contract imports only zod');
  if (area === 'web' && target.startsWith('server/')) return say('the web never imports the server');
  if (area === 'server' && target.startsWith('web/')) return say('the server never imports the web');
  if (area === 'examples' && /^(contract|server|web|scripts)\//.test(target))
    return say('an example is a foreign site and uses only the API');
  if (!isTest(target) && /(^|\/)testing\//.test(target) && !from.path.includes('/testing/'))
    return say('only tests import test helpers');
  return checkServerImport(from, target, say) ?? checkWebImport(from, target, say);
}

function checkServerImport(from: SourceFile, target: string, say: (why: string) => string): Violation | undefined {
  if (/^server\/(platform|engines)\//.test(from.path) && target.startsWith('server/features/')) {
    return say('platform and engines never import a feature');
  }
  if (from.path.startsWith('server/engines/') && target.startsWith('server/platform/http/'))
    return say('engines never import HTTP');
  const own = serverFeature.exec(from.path);
  const other = serverFeature.exec(target);
  if (!own) return undefined;
  const [, feature, file = ''] = own;
  if (target === 'server/app.ts') return say('features never import app.ts');
  if (file.endsWith('.routes.ts') && target.endsWith('.repository.ts')) return say('routes never import a repository');
  if (/\.(policy|presenter)\.ts$/.test(file) && /\.(repository|service|routes)\.ts$/.test(target)) {
    return isTypeOnly(from, target) ? undefined : say('policies and presenters are pure');
  }
  if (other && other[1] !== feature && other[2] !== 'public.ts') {
    return say('a feature imports other features only through their public.ts');
  }
  return undefined;
}

function checkWebImport(from: SourceFile, target: string, say: (why: string) => string): Violation | undefined {
  const feature = webFeature.exec(from.path)?.[1];
  const otherFeature = webFeature.exec(target)?.[1];
  if (feature && otherFeature && feature !== otherFeature) return say('a feature never imports another');
  if (feature && target.startsWith('web/app/')) return say('features never import the app');
  if (/^web\/(components|lib)\//.test(from.path) && /^web\/(features|app)\//.test(target)) {
    return say('components and lib import neither features nor app');
  }
  return undefined;
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.(ts|tsx)$/.test(path) || path.startsWith('e2e/');
}

function isTypeOnly(from: SourceFile, target: string): boolean {
  const name = target.split('/').at(-1)?.replaceAll('.', '\\.') ?? '';
  const statements = from.text.match(new RegExp(`import\\s[^;]*?['"][^'"]*${name}['"]`, 'g')) ?? [];
  return statements.length > 0 && statements.every((statement) => /^import\s+type\s/.test(statement));
}

/** Import cycles at run time, each reported once. Type imports are erased and don't count. */
export function findCycles(files: readonly SourceFile[]): string[] {
  return findCyclesIn(new Map(files.map((file) => [file.path, file.valueImports])));
}

/** The same between features, which can form a cycle even when their files don't. */
export function findFeatureCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { path, valueImports } of files) {
    const feature = serverFeature.exec(path)?.[1];
    if (!feature || isTest(path)) continue;
    const others = valueImports.flatMap((target) => serverFeature.exec(target)?.[1] ?? []);
    const known = graph.get(feature) ?? new Set<string>();
    for (const other of others) if (other !== feature) known.add(other);
    graph.set(feature, known);
  }
  return findCyclesIn(graph);
}

function findCyclesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'done' || !graph.has(path)) return;
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}
