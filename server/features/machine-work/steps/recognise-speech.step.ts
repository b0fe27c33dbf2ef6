import type { stepOptions } from '@lectern/contract/features/machine-work.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { z } from 'zod';
import { InspectionFailure } from '../../../engines/engine-failure.ts';
import { extractSound } from '../../../engines/media/sound.ts';
import { nameOfLanguage, type SpokenSegment } from '../../../engines/speech/port.ts';
import { JobSkipped } from '../../../platform/queue/job-endings.ts';
import { localFile, withFolder } from '../../../platform/storage/local-file.ts';
import type { StepHandler } from '../step.ts';
import type { StepDependencies } from './step-dependencies.ts';

type Options = z.output<typeof stepOptions.asr>;

const partMs = 10 * 60_000;

/** Transcribes the speech of a recording. */
export function recogniseSpeech(parts: StepDependencies): StepHandler<Options> {
  const { fileStore, run, engines, readings, speech } = parts;
  return async ({ version, options, use }, { db, signal, report, log }) => {
    if (!('audio' in version.facts) || version.facts.audio === null)
      throw new JobSkipped('The recording has no sound.', 'noSound');
    // Without a language, the engine may make up words in one of its choice.
    const language = options.language ?? version.spokenLanguage;
    if (!language)
      throw new JobSkipped('No language is set. Set the language to start speech recognition.', 'languageNotDeclared');
    await engines.require('FFmpeg');
    const transcript = await withFolder(async (folder) => {
      const file = await localFile(fileStore, version.storeKey, folder, signal);
      const { durationSeconds } = version;
      const onProgress = (percent: number) => report(percent * 0.05);
      const source = await extractSound({ run, file, folder, durationSeconds, signal, onProgress });
      return speech().transcribe({
        source,
        folder,
        language,
        signal,
        onProgress: (percent) => report(5 + percent * 0.95),
      });
    });
    const { name, version: engineVersion, model } = transcript.engine;
    const engine = [name, engineVersion, model].filter(Boolean).join(' ');
    await use(engine);
    if (transcript.segments.length === 0 && transcript.languageDoubt) throw otherLanguage(transcript.language);
    if (transcript.segments.length === 0) throw new InspectionFailure('No speech was found.', '', 'noSpeech');
    log(`${transcript.segments.length} speech segments.`);
    if (transcript.languageDoubt)
      log('The speech may be in another language. The text isn’t used until someone checks it.');
    const heard = partsOf(transcript.segments);
    const corrected =
      options.glossary === false ? undefined : await parts.glossary.correct(db, transcript.language, heard);
    const applied = corrected?.applied ?? [];
    for (const note of corrected?.notes ?? []) log(note);
    return {
      engine,
      language: transcript.language,
      save: async (transaction) =>
        readings.keep(transaction, {
          resourceId: version.resourceId,
          versionId: version.id,
          source: 'speech',
          sha256: version.sha256,
          engine,
          options: { ...options, ...(applied.length > 0 && { glossary: applied }) },
          language: transcript.language,
          languageDoubt: transcript.languageDoubt,
          parts: corrected?.parts ?? heard,
        }),
    };
  };
}

function otherLanguage(language: string): JobSkipped {
  const name = nameOfLanguage(language);
  return new JobSkipped(`The speech doesn’t sound like ${name}. Choose another language.`, 'otherLanguage');
}

/** Parts of about ten minutes; a segment belongs to the part in which it begins. */
function partsOf(segments: readonly SpokenSegment[]): ReadingPart[] {
  const parts = new Map<number, ReadingPart>();
  for (const { text, startMs, endMs, confidence, words, suspects } of segments) {
    const number = Math.floor(startMs / partMs) + 1;
    const part = parts.get(number) ?? { number, width: null, height: null, rotation: null, lines: [] };
    parts.set(number, part);
    part.lines.push({ text, startMs, endMs, confidence, words, ...(suspects.length > 0 && { suspects }) });
  }
  return [...parts.values()];
}
