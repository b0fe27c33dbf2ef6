import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { makeMedia } from '../../testing/media-rig.ts';
import { extractSound, within } from './sound.ts';

it('asks about spans with a little more on either side, near ones as one', () => {
  const spans = [
    { startMs: 2_000, endMs: 2_500 },
    { startMs: 100, endMs: 400 },
    { startMs: 2_700, endMs: 3_000 },
  ];
  expect(within(spans)).toBe('if(lt(t,1.850),between(t,0.000,0.550),between(t,1.850,3.150))');
});

it('asks no longer a question than a program takes, however many spans there are, and leaves none out', () => {
  const spans = Array.from({ length: 50_000 }, (_, at) => ({ startMs: at * 1_000, endMs: at * 1_000 + 200 }));
  const asked = within(spans);
  expect(asked.length).toBeLessThan(100_000);
  const covered = [...asked.matchAll(/between\(t,([\d.]+),([\d.]+)\)/g)].map(([, from, to]) => [
    Number(from),
    Number(to),
  ]);
  const isCovered = (ms: number) => covered.some(([from = 0, to = 0]) => ms / 1000 >= from && ms / 1000 <= to);
  expect(spans.filter(({ startMs, endMs }) => !isCovered(startMs) || !isCovered(endMs))).toEqual([]);
});

it('listens to sound that begins after the film at the time at which it is heard', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-media-'));
  try {
    const file = path.join(folder, 'film.mp4');
    await writeFile(file, await makeMedia('film.mp4', 4));
    const { signal } = new AbortController();
    const sound = await extractSound({ run: runSandboxed, file, folder, durationSeconds: 4, signal });
    const seconds = ((await stat(sound)).size - 44) / 32_000;
    expect(seconds).toBeGreaterThan(3.9);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
