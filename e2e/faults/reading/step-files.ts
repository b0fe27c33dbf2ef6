import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { StepKind } from '@lectern/contract/features/job.ts';
import { makeDocx, paragraph } from '../../../server/engines/document-text/fixtures/make-package.ts';

const engines = path.join(import.meta.dirname, '../../../server/engines');

export type StepFile = { ending: string; make(): Promise<Buffer> };

/** Per step, a file that keeps it busy for some seconds and gives it something to find. */
export const stepFiles: Record<StepKind, StepFile> = {
  inspect: { ending: 'png', make: () => readFile(path.join(engines, 'ocr/fixtures/sheet.png')) },
  convert: {
    ending: 'docx',
    make: () => makeDocx(Array.from({ length: 300 }, (_, at) => paragraph(`Paragraph ${at} of a long text.`)).join('')),
  },
  ocr: { ending: 'png', make: () => readFile(path.join(engines, 'ocr/fixtures/bill.png')) },
  scan: {
    ending: 'txt',
    make: async () => Buffer.from('A line about nothing in particular.\n'.repeat(4_000)),
  },
  subtitle: { ending: 'mp4', make: makeTalk },
  summarise: {
    ending: 'txt',
    make: async () => Buffer.from('Plants drink water through their roots. It moves up in the stem.\n'.repeat(2_000)),
  },
  asr: { ending: 'ogg', make: () => readFile(path.join(engines, 'speech/fixtures/lecture.ogg')) },
};

/** A video with speech. */
async function makeTalk(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-talk-'));
  try {
    const file = path.join(folder, 'talk.mp4');
    const sources = ['-f', 'lavfi', '-i', 'color=c=gray:size=320x240:rate=5', '-i'];
    const voice = path.join(engines, 'speech/fixtures/lecture.ogg');
    const made = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', file];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...sources, voice, ...made]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
