import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { lecture as spoken } from '../../uploads/reading-files.ts';
import type { Lecture } from './campus-lectures.ts';
import { drawing, notes, slide } from './draw-pictures.ts';

export type LectureFile = { name: string; bytes: Buffer };

/** Creates a real file for every lecture: the browser renders documents and pictures, ffmpeg makes recordings. */
export async function makeFiles(browser: Browser, lectures: readonly Lecture[]): Promise<LectureFile[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-campus-'));
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const files: LectureFile[] = [];
  for (const lecture of lectures) {
    const name = `${lecture.title.replaceAll('/', ' ')}.${lecture.kind}`;
    files.push({ name, bytes: await makeFile(page, lecture, folder) });
  }
  await page.close();
  await rm(folder, { recursive: true });
  return files;
}

async function makeFile(page: Page, lecture: Lecture, folder: string): Promise<Buffer> {
  if (lecture.kind === 'pdf') {
    await page.setContent(notes(lecture));
    return page.pdf({ format: 'A4', margin: { top: '22mm', bottom: '22mm', left: '24mm', right: '24mm' } });
  }
  if (lecture.kind === 'png') {
    await page.setContent(caption(lecture.title) + drawing(lecture.picture));
    return page.screenshot();
  }
  return record(page, lecture, folder);
}

/** The drawings look alike, so the caption distinguishes them. */
function caption(title: string): string {
  return `<style>body{margin:0;background:#fff}svg{display:block;height:660px;margin:auto}</style>
    <p style="position:absolute;bottom:16px;width:100%;margin:0;text-align:center;font:22px sans-serif">${title}</p>`;
}

/**
 * Some words, then a repeated minute of sound and ten seconds of a slide: as long as a lecture, but quick to create.
 */
async function record(page: Page, lecture: Lecture, folder: string): Promise<Buffer> {
  const out = path.join(folder, `recording.${lecture.kind}`);
  const { kind, seconds = 60 } = lecture;
  const picture = kind === 'mp4' ? await repeated(page, lecture, folder) : [];
  const sound = await soundOf(folder, kind === 'mp4' ? 'm4a' : 'mp3', seconds);
  await ffmpeg(...picture, '-f', 'concat', '-safe', '0', '-i', sound, '-c', 'copy', '-t', String(seconds), out);
  return readFile(out);
}

/** The audio of a recording. It starts with words, because a recording without speech counts as failed. */
async function soundOf(folder: string, ending: 'm4a' | 'mp3', seconds: number): Promise<string> {
  const [words, hum] = [path.join(folder, `words.${ending}`), path.join(folder, `hum.${ending}`)];
  const coding = ['-ar', '16000', '-ac', '1', '-b:a', '48k'];
  if (!existsSync(words)) await ffmpeg('-i', spoken, ...coding, words);
  if (!existsSync(hum)) await ffmpeg('-f', 'lavfi', '-i', voice, ...coding, hum);
  const list = path.join(folder, 'sound.txt');
  const played = [words, ...Array<string>(Math.ceil(seconds / 60)).fill(hum)];
  await writeFile(list, played.map((file) => `file '${file}'\n`).join(''));
  return list;
}

async function repeated(page: Page, lecture: Lecture, folder: string): Promise<string[]> {
  const still = path.join(folder, 'slide.png');
  const clip = path.join(folder, 'clip.mp4');
  await page.setContent(slide(lecture));
  await writeFile(still, await page.screenshot());
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  await ffmpeg('-loop', '1', '-framerate', '25', '-i', still, '-t', '10', ...coding, clip);
  return ['-stream_loop', '-1', '-i', clip];
}

/** Noise that swells and pauses like speech. */
const voice = "aevalsrc='(random(0)-0.5)*max(0,sin(t*1.3)+sin(t*3.7)*0.6)*0.5':s=16000:d=60";

async function ffmpeg(...options: string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...options]);
}
