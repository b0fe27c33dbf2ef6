import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');

export type SourceFile = {
  /** Relative to the project root, with forward slashes. */
  path: string;
  text: string;
  code: string;
  lines: number;
  /** Project files relative to the root; packages by name. */
  imports: string[];
  /** The imports that remain at run time, without type imports. */
  valueImports: string[];
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(type\s)?(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every TypeScript and script file that git tracks or would add. */
export function readSourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(path.join(root, file)))
    .map(readSourceFile);
}

function readSourceFile(file: string): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = [...code.matchAll(importPattern)].map(([, type, target, lazy]) => ({
    target: resolveImport(file, target ?? lazy ?? ''),
    isType: type !== undefined,
  }));
  const imports = found.map(({ target }) => target);
  const valueImports = found.filter(({ isType }) => !isType).map(({ target }) => target);
  return { path: file, text, code, lines: text.split('\n').length - 1, imports, valueImports };
}

function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('@lectern/')) return specifier.slice('@lectern/'.length);
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
}
