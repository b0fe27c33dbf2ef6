import { readFileSync } from 'node:fs';
import path from 'node:path';

function read<Manifest>(file: string): Manifest {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')) as Manifest;
}

export const productVersion = read<{ version: string }>('../../package.json').version;

const { dependencies } = read<{ dependencies: Record<string, string> }>('../package.json');

/** Version of a package that ships with Lectern; dependencies are pinned exactly. */
export function packageVersion(name: string): string {
  return dependencies[name] ?? '';
}
