import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { probeMedia } from './probe-media.ts';
import { extractSound, readPeaks } from './sound.ts';
import { makeSprite } from './video-pictures.ts';
import { makeWebSound, makeWebVideo, needsWebSound, planWebVideo, startsAtOnce } from './web-media.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let film: string;
const { signal } = new AbortController();

/** A six-second film: one second of silence, then a tone, over a test pattern. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-media-'));
  film = path.join(folder, 'film.mkv');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=6'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', '-af', 'adelay=1000', '-c:v', 'libx264', '-g', '10'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const job = (file = film, durationSeconds: number | null = 6) => ({
  run: runSandboxed,
  file,
  folder,
  durationSeconds,
  signal,
});

describe('a web video', () => {
  it('is the same pictures and sound in a box that every browser opens, where that is enough', async () => {
    const { facts } = await probeMedia(runSandboxed, film, signal);
    expect(planWebVideo({ format: 'mkv', facts, startsAtOnce: false })).toBe('copy');
    const { size } = await stat(film);
    const percents: number[] = [];
    const video = await makeWebVideo(
      { ...job(), sizeBytes: size, onProgress: (percent) => percents.push(percent) },
      'copy',
    );
    expect(await startsAtOnce(video)).toBe(true);
    expect(await probeMedia(runSandboxed, video, signal)).toMatchObject({
      width: 320,
      facts: { video: { codec: 'h264' }, audio: { codec: 'aac' } },
    });
    expect(Math.max(...percents)).toBeLessThanOrEqual(99);
  });

  it('is re-encoded where necessary, up to 720 lines and with even sides', async () => {
    const odd = path.join(folder, 'odd.avi');
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'testsrc2=size=1442x1082:rate=5:duration=1'],
      ...['-c:v', 'mjpeg', odd],
    ]);
    const { facts } = await probeMedia(runSandboxed, odd, signal);
    expect(planWebVideo({ format: 'avi', facts, startsAtOnce: false })).toBe('encode');
    const video = await makeWebVideo({ ...job(odd, 1), sizeBytes: 1 }, 'encode');
    expect(await probeMedia(runSandboxed, video, signal)).toMatchObject({
      width: 958,
      height: 720,
      facts: { video: { codec: 'h264' } },
    });
  });

  it('is nothing where the original plays as it is', () => {
    const facts = { video: { codec: 'h264' }, audio: { codec: 'aac' } };
    expect(planWebVideo({ format: 'mp4', facts, startsAtOnce: true })).toBe('original');
    expect(planWebVideo({ format: 'mp4', facts, startsAtOnce: false })).toBe('copy');
    expect(planWebVideo({ format: 'mov', facts, startsAtOnce: true })).toBe('copy');
    expect(planWebVideo({ format: 'mp4', facts: { ...facts, bitRate: 9e7 }, startsAtOnce: true })).toBe('encode');
    const ten = { ...facts, video: { codec: 'h264', pixels: 'yuv420p10le' } };
    expect(planWebVideo({ format: 'mp4', facts: ten, startsAtOnce: true })).toBe('encode');
    const free = { video: { codec: 'vp9' }, audio: { codec: 'opus' } };
    expect(planWebVideo({ format: 'webm', facts: free, startsAtOnce: false })).toBe('original');
  });

  it('has small pictures of its keyframes, with the second of each', async () => {
    const sprite = await makeSprite({ ...job(), width: 320, height: 180 });
    expect(sprite).toMatchObject({ columns: 10, tileWidth: 160, tileHeight: 90 });
    expect(sprite?.seconds.map(Math.floor)).toEqual([0, 1, 2, 3, 4, 5]);
    const bytes = await readFile(sprite?.file ?? '');
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
  });

  it('has its sound, and how loud it is at every moment', async () => {
    const peaks = await readPeaks(await extractSound(job()));
    expect(peaks.perSecond).toBe(50);
    expect(peaks.durationSeconds).toBeCloseTo(6, 1);
    expect(Math.max(...peaks.values.slice(0, 45))).toBe(0);
    expect(Math.min(...peaks.values.slice(60, 250))).toBeGreaterThan(10);
  });
});

it('sound that no browser plays is made playable', async () => {
  const rare = path.join(folder, 'rare.wma');
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'wmav2', rare]);
  const { facts } = await probeMedia(runSandboxed, rare, signal);
  expect(needsWebSound('wma', facts)).toBe(true);
  expect(needsWebSound('mp3', { audio: { codec: 'mp3' } })).toBe(false);
  const sound = await makeWebSound(job(rare, 1));
  expect(await probeMedia(runSandboxed, sound, signal)).toMatchObject({ facts: { audio: { codec: 'aac' } } });
});

it('a truncated file is reported as such', async () => {
  const cut = path.join(folder, 'cut.mkv');
  const whole = await readFile(film);
  await writeFile(cut, whole.subarray(0, 700));
  await expect(extractSound(job(cut))).rejects.toThrow('damaged or incomplete');
});
