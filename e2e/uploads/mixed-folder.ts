import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pdfWith, pngOf, wavOf } from './small-files.ts';

const bundled = path.join(import.meta.dirname, '../fixtures/mixed');

/**
 * A folder with three subfolders and exactly fifty files of many kinds, one of them large enough to interrupt halfway.
 */
export async function makeMixedFolder(): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'lectern-uploads-')), 'Cell biology 细胞');
  const notes = path.join(folder, 'Notes');
  const pictures = path.join(folder, 'Pictures');
  const sound = path.join(folder, 'Sound and film');
  for (const one of [notes, pictures, sound]) await mkdir(one, { recursive: true });
  const write = (place: string, name: string, content: Buffer | string) => writeFile(path.join(place, name), content);
  await write(folder, '0 Recording of the whole lecture.wav', wavOf(440, 200));
  for (let at = 1; at <= 10; at += 1) await write(folder, `Lecture ${at}.pdf`, pdfWith(`Lecture number ${at}`));
  for (let at = 1; at <= 4; at += 1) await write(notes, `Notes ${at}.txt`, `Notes of week ${at}: cells divide.\n`);
  for (let at = 1; at <= 2; at += 1) await write(notes, `笔记 ${at}.md`, `# 第${at}周\n\n细胞分裂。\n`);
  for (let at = 1; at <= 2; at += 1) await write(notes, `Marks ${at}.csv`, `name,mark\nLi,${at}\n`);
  await write(notes, 'Overview.html', '<!doctype html><title>Cells</title><p>Cells divide.</p>');
  for (let at = 1; at <= 10; at += 1) await write(pictures, `Slide ${at}.png`, pngOf([at * 20, 80, 200 - at * 10]));
  for (let at = 1; at <= 3; at += 1) await write(sound, `Tone ${at}.wav`, wavOf(300 + at * 50, 0.3));
  for (const name of await readdir(bundled)) await cp(path.join(bundled, name), path.join(placeOf(name), name));
  return folder;

  function placeOf(name: string): string {
    if (name.startsWith('picture')) return pictures;
    return /^(clip|tone)/.test(name) ? sound : notes;
  }
}

export async function checksumsOf(folder: string): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sums = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ name, parentPath }) => [name, sha256(await readFile(path.join(parentPath, name)))] as const),
  );
  return Object.fromEntries(sums);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
