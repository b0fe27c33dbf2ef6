import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { drawHeic } from './readable-picture.ts';
import { runImageTask } from './run-image-task.ts';

test('a phone’s picture is drawn and then inspected, each in a sandbox', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-heic-'));
  const { signal } = new AbortController();
  const heic = path.join(import.meta.dirname, 'fixtures/two-colours.heic');
  const file = await drawHeic(runSandboxed, { file: heic, folder }, signal);
  const task = { do: 'inspect', file, thumbnail: path.join(folder, 'small.webp') } as const;
  expect(await runImageTask(runSandboxed, { task, folder }, signal)).toMatchObject({ format: 'jpeg', thumbnail: true });
  await rm(folder, { recursive: true });
});
