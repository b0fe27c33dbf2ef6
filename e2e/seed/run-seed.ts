import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const people = path.join(import.meta.dirname, 'seed-people.ts');

/** In a process of its own: the test runner's way of loading code is not the server's. */
export async function runSeed(script: string, nodePath: string, databaseUrl: string): Promise<void> {
  await promisify(execFile)(nodePath, [script], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: '' },
  });
}

export function seedPeople(nodePath: string, databaseUrl: string): Promise<void> {
  return runSeed(people, nodePath, databaseUrl);
}
