import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { languages } from '@lectern/contract/language.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messagesIn } from '../../platform/messages.ts';
import { EngineMissing } from '../engine-failure.ts';
import { engineCatalogue } from './engine-catalogue.ts';
import { bundledEngines, probeBundled, probeEngines } from './probe-engines.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-engines-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function program(name: string, script: string): Promise<void> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, name), 0o755);
}

test('every engine of this machine is found with its version', async () => {
  const engines = await probeEngines();
  expect(engines.filter((engine) => !engine.found).map((engine) => engine.install)).toEqual([]);
  expect(engines.find((engine) => engine.name === 'FFmpeg')?.version).toMatch(/^\d/);
  expect(engines.find((engine) => engine.name === 'LibreOffice')?.version).toMatch(/^\d/);
  expect(engines.find((engine) => engine.name === 'CJK fonts')?.version).toBeTruthy();
  expect(engines.find((engine) => engine.name === 'Speech recognition')?.version).toBe('whisper.cpp 1.1.1, base.en');
});

test('a missing engine comes with the one command that installs it', async () => {
  const engines = await probeEngines({ searchPath: folder });
  // Bundled engines are found whatever programs the machine has.
  const bundled = bundledEngines().map((engine) => engine.name);
  expect(engines.filter((engine) => engine.found).map((engine) => engine.name)).toEqual(bundled);
  expect(engines.find((engine) => engine.name === 'bubblewrap')).toEqual({
    name: 'bubblewrap',
    found: false,
    version: null,
    install: 'sudo apt-get update && sudo apt-get install -y --no-install-recommends bubblewrap',
    packages: ['bubblewrap'],
  });
});

test('a bundled engine that is damaged comes with the command that mends it', async () => {
  const version = () => Promise.reject(new EngineMissing('The speech model', 'npm install'));
  expect(await probeBundled({ name: 'Speech recognition', version })).toEqual({
    name: 'Speech recognition',
    found: false,
    version: null,
    install: 'npm install',
    packages: [],
  });
});

test.each(languages)('every engine has a purpose to show (%s)', (language) => {
  const { purposes } = messagesIn(language).health;
  const known = [...engineCatalogue, ...bundledEngines()].map(({ name }) => name);
  expect(known.filter((name) => !purposes[name])).toEqual([]);
});

test('a program that hangs, fails or says something else is not taken for the engine', async () => {
  await program('ffmpeg', 'exec sleep 600');
  await program('bwrap', 'echo no such thing; exit 127');
  await program('pdftotext', 'echo pdftotext version 99.1 >&2; exit 99');
  const engines = await probeEngines({ searchPath: `${folder}:/bin`, limitMs: 2_000 });
  const found = Object.fromEntries(engines.map((engine) => [engine.name, engine.version]));
  expect(found).toMatchObject({ FFmpeg: null, bubblewrap: null, pdftotext: '99.1' });
});

test('what the set-up installs and what health asks for are the same packages', async () => {
  const file = path.join(import.meta.dirname, '../../../scripts/setup/system-packages.json');
  const list = JSON.parse(await readFile(file, 'utf8')) as { package: string; neededBy: string[] }[];
  const installed = list.filter((entry) => entry.neededBy.includes('start')).map((entry) => entry.package);
  const asked = new Set(engineCatalogue.flatMap((engine) => engine.packages));
  expect([...asked].filter((name) => name !== 'fontconfig').sort()).toEqual(installed.sort());
});
