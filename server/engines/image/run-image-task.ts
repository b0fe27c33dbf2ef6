import { existsSync } from 'node:fs';
import path from 'node:path';
import { InspectionFailure } from '../engine-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import { type ImageAnswer, type ImageTask, mostFrames, mostImagePixels } from './image-task.ts';

type Success = Exclude<ImageAnswer, { failed: string }>;

const module = path.join(import.meta.dirname, 'image-child.ts');

/** Pictures are decoded in a child process limited to what one picture needs. */
export async function runImageTask(
  run: RunSandboxed,
  given: { task: ImageTask; folder: string },
  signal: AbortSignal,
): Promise<Success> {
  const { exitCode, stdout, stderr } = await runNodeChild(run, {
    module,
    task: given.task,
    files: filesOf(given.task),
    folder: given.folder,
    heapMegabytes: 256,
    limits: { wallMs: 120_000, cpuSeconds: 90, memoryBytes: 2 ** 30 * 1.5, outputBytes: 2 ** 24, fileBytes: 2 ** 30 },
    signal,
  });
  if (exitCode !== 0) throw new InspectionFailure('The image can’t be opened.', stderr);
  const answer = JSON.parse(stdout.toString('utf8')) as ImageAnswer;
  if (!('failed' in answer)) return answer;
  const isTooLarge = answer.failed === 'tooLarge' || answer.failed === 'tooManyFrames';
  throw new InspectionFailure(inWords(answer), answer.detail, isTooLarge ? 'tooLarge' : 'damaged');
}

function filesOf(task: ImageTask): string[] {
  return task.do === 'hash' ? task.files.filter((file) => existsSync(file)) : [task.file];
}

function inWords({ failed, detail }: Extract<ImageAnswer, { failed: string }>): string {
  switch (failed) {
    case 'tooLarge':
      return `The image is larger than ${mostImagePixels / 1e6} megapixels.`;
    case 'tooManyFrames':
      return `The image has ${detail} frames, more than the limit of ${mostFrames}.`;
    case 'outside':
      return `The area to keep is outside the image, which is ${detail}.`;
    case 'damaged':
      return 'The image is damaged or incomplete.';
  }
}
