import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { stepOptions } from '@lectern/contract/features/machine-work.ts';
import type { z } from 'zod';
import type { MediaJob } from '../../../engines/media/run-ffmpeg.ts';
import { extractSound, readPeaks } from '../../../engines/media/sound.ts';
import { makeSprite, takeFrame } from '../../../engines/media/video-pictures.ts';
import {
  makeWebSound,
  makeWebVideo,
  needsWebSound,
  planWebVideo,
  startsAtOnce,
} from '../../../engines/media/web-media.ts';
import type { JobTools } from '../../../platform/queue/job-definition.ts';
import { localFile, withFolder } from '../../../platform/storage/local-file.ts';
import type { StepGiven, StepHandler, StepOutcome } from '../step.ts';
import { convertDocument } from './convert-document.ts';
import { type MadeFile, replaceRenditions, storeFiles } from './renditions.ts';
import type { StepDependencies } from './step-dependencies.ts';

type Options = z.output<typeof stepOptions.convert>;

/** Makes of a file what browsers show and play, and takes the text out of it that it has. */
export function convertVersion(dependencies: StepDependencies): StepHandler<Options> {
  return (given, tools) =>
    given.version.kind === 'document'
      ? convertDocument(dependencies, given, tools)
      : convertMedia(dependencies, given, tools);
}

type ConvertMediaOptions = z.output<typeof stepOptions.convert>;
type Media = { job: MediaJob; given: StepGiven<ConvertMediaOptions>; tools: JobTools };

const kinds = ['video', 'audio', 'poster', 'sprite', 'peaks'] as const;

/** What a player needs: a copy that every browser plays where the original is none, pictures, and the waveform. */
async function convertMedia(
  { fileStore, run, engines }: StepDependencies,
  given: StepGiven<ConvertMediaOptions>,
  tools: JobTools,
): Promise<StepOutcome> {
  const { version } = given;
  const { signal, report } = tools;
  const engine = await engines.require('FFmpeg');
  await given.use(engine);
  const stored = await withFolder(async (folder) => {
    const file = await localFile(fileStore, version.storeKey, folder, signal);
    const job: MediaJob = { run, file, folder, durationSeconds: version.durationSeconds, signal };
    const media: Media = { job, given, tools };
    const isVideo = version.kind === 'video' && hasStream(version.facts, 'video');
    const made = [
      ...(isVideo ? await filmOf(media) : await soundOf(media)),
      ...(isVideo ? await picturesOf(media) : []),
      ...(hasStream(version.facts, 'audio') ? await peaksOf(media) : []),
    ];
    report(98);
    return storeFiles(fileStore, made, signal);
  });
  return {
    engine,
    stored: stored.map((file) => file.stored.storeKey),
    save: async (transaction) => {
      await replaceRenditions(transaction, version.id, kinds, stored);
      return undefined;
    },
  };
}

function hasStream(facts: Record<string, unknown>, name: 'video' | 'audio'): boolean {
  return facts[name] !== undefined && facts[name] !== null;
}

async function filmOf({ job, given, tools }: Media): Promise<MadeFile[]> {
  const { format, facts, sizeBytes } = given.version;
  const planned = planWebVideo({ format, facts, startsAtOnce: await startsAtOnce(job.file) });
  const plan = given.options.encode ? 'encode' : planned;
  tools.log(`Video: ${plan}.`);
  if (plan === 'original') return [];
  const onProgress = (percent: number) => tools.report(percent * 0.85);
  const file = await makeWebVideo({ ...job, sizeBytes, onProgress }, plan);
  return [{ kind: 'video', page: 0, file, name: 'video.mp4', contentType: 'video/mp4', facts: { plan } }];
}

async function soundOf({ job, given, tools }: Media): Promise<MadeFile[]> {
  const { format, facts } = given.version;
  if (!given.options.encode && !needsWebSound(format, facts)) return [];
  const file = await makeWebSound({ ...job, onProgress: (percent) => tools.report(percent * 0.85) });
  return [{ kind: 'audio', page: 0, file, name: 'sound.m4a', contentType: 'audio/mp4' }];
}

async function picturesOf({ job, given, tools }: Media): Promise<MadeFile[]> {
  const made: MadeFile[] = [];
  const frame = await takeFrame(job.run, job, job.signal);
  if (frame) made.push({ kind: 'poster', page: 0, file: frame, name: 'poster.png', contentType: 'image/png' });
  tools.report(88);
  const { width, height } = given.version;
  const sprite = width && height ? await makeSprite({ ...job, width, height }) : undefined;
  if (sprite) {
    const { file, ...facts } = sprite;
    made.push({ kind: 'sprite', page: 0, file, name: 'sprite.jpg', contentType: 'image/jpeg', facts });
  }
  tools.report(92);
  return made;
}

/** The sound itself is not kept: whoever listens takes it out of the file again. */
async function peaksOf({ job, tools }: Media): Promise<MadeFile[]> {
  const sound = await extractSound({ ...job, onProgress: (percent) => tools.report(92 + percent * 0.05) });
  const { values, ...facts } = await readPeaks(sound);
  await rm(sound, { force: true });
  const file = path.join(job.folder, 'peaks.bin');
  await writeFile(file, values);
  return [{ kind: 'peaks', page: 0, file, name: 'peaks.bin', contentType: 'application/octet-stream', facts }];
}
