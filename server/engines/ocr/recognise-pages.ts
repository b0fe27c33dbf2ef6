import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../engine-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import { describeOcr, resolveModels } from './ocr-models.ts';
import type { OcrAnswer, OcrTask } from './port.ts';
import {
  defaultOcrOptions,
  type OcrEngine,
  type OcrJob,
  type OcrOutcome,
  type OcrPage,
  type OcrSource,
} from './port.ts';
import { mostOcrPixels } from './raster.ts';

const here = import.meta.dirname;
/** A page of small print takes twenty seconds on a slow processor, a newspaper page twice that. */
const cpuSecondsAPage = 90;
/** Other work may leave only a fraction of the processor. */
const wallMsAPage = 10 * 60_000;
/** A newspaper page with all word boxes takes a few hundred kilobytes. */
const outputBytesAPage = 2 ** 23;

/**
 * Recognizes many pictures in one child process, which loads the models once and reports each picture when it is done.
 */
export async function recognisePages(run: RunSandboxed, job: OcrJob, signal: AbortSignal): Promise<void> {
  const options = { ...defaultOcrOptions, ...job.options };
  const task: OcrTask = { sources: job.sources.map(absolute), options, models: resolveModels(options.models) };
  const taskFile = path.join(path.resolve(job.folder), 'ocr-task.json');
  await writeFile(taskFile, JSON.stringify(task));
  const engine = describeOcr(options.models);
  const count = task.sources.length;
  let told = 0;
  const onLine = (line: string) => {
    const answer = JSON.parse(line) as OcrAnswer;
    told += 1;
    job.onPage(asOutcome(answer, engine));
    job.onProgress?.(Math.round((told / count) * 100));
  };
  try {
    const { exitCode, stderr } = await runNodeChild(run, {
      module: path.join(here, 'ocr-child.ts'),
      // Passed as a file, because the pages of a book don't fit into an argument.
      task: { file: taskFile },
      files: [...new Set([...task.sources.map(({ file }) => file), ...Object.values(task.models)])],
      folder: path.resolve(job.folder),
      heapMegabytes: 384,
      limits: {
        wallMs: 60_000 + count * wallMsAPage,
        cpuSeconds: 30 + count * cpuSecondsAPage,
        memoryBytes: 2 ** 30 * 1.5,
        outputBytes: count * outputBytesAPage,
        fileBytes: 0,
      },
      signal,
      onLine,
    });
    if (exitCode !== 0 || told !== count) throw new InspectionFailure('The text of the image can’t be read.', stderr);
  } finally {
    await rm(taskFile, { force: true });
  }
}

/** Recognizes one picture; throws if it can't be opened. */
export async function recognisePicture(
  run: RunSandboxed,
  { source, ...job }: Pick<OcrJob, 'folder' | 'options'> & { source: OcrSource },
  signal: AbortSignal,
): Promise<OcrPage> {
  const outcomes: OcrOutcome[] = [];
  await recognisePages(run, { ...job, sources: [source], onPage: (outcome) => outcomes.push(outcome) }, signal);
  const [outcome] = outcomes;
  if (!outcome) throw new InspectionFailure('The text of the image can’t be read.');
  if ('failure' in outcome) throw outcome.failure;
  return outcome.page;
}

function absolute(source: OcrSource): OcrSource {
  return { ...source, file: path.resolve(source.file) };
}

function asOutcome(answer: OcrAnswer, engine: OcrEngine): OcrOutcome {
  if ('page' in answer) return { index: answer.index, page: { ...answer.page, engine } };
  const { index, detail } = answer;
  if (answer.failed === 'tooLarge') {
    const words = `The image is larger than ${mostOcrPixels / 1e6} megapixels. Make it smaller and upload it again.`;
    return { index, failure: new InspectionFailure(words, detail, 'tooLarge') };
  }
  const words = 'The image is damaged or incomplete. Save it again in another program and upload it.';
  return { index, failure: new InspectionFailure(words, detail, 'damaged') };
}
