// @vitest-environment node
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lectern-build-'));
});
afterEach(() => rm(root, { recursive: true }));

async function buildPage(script: string): Promise<string[]> {
  await writeFile(path.join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  await writeFile(path.join(root, 'main.js'), script);
  await build({ root, configFile: false, logLevel: 'silent', plugins: [precompress()] });
  return readdir(path.join(root, 'dist/assets'));
}

it('writes compressed twins beside the files of a build', async () => {
  const files = await buildPage(`console.log('${'lectern '.repeat(100)}')`);
  expect(files.map((file) => file.replace(/^[^.]*/, '')).sort()).toEqual(['.js', '.js.br', '.js.gz']);
});

it('leaves the error of a failed build as it is', async () => {
  await expect(buildPage("import './missing.js'")).rejects.toThrow(/missing\.js/);
});
