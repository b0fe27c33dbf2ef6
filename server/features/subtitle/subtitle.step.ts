import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import { cutCues, mostLateMs } from '@lectern/contract/subtitle/cut-cues.ts';
import { JobSkipped } from '../../platform/queue/job-endings.ts';
import type { GlossaryService } from '../glossary/public.ts';
import type { Step } from '../machine-work/public.ts';
import { findTranscript, isTranscriptWithheld } from './subtitle.repository.ts';
import type { SubtitleChangeService } from './subtitle-change.service.ts';
import { cutEngine, heardWords, trackLanguage } from './subtitle-command.service.ts';

/** Makes subtitles from the transcript: a new track, or a new text for a track nobody touched. */
export function subtitleStep(
  changes: Pick<SubtitleChangeService, 'keep'>,
  glossary: Pick<GlossaryService, 'correct'>,
): Step {
  return {
    kind: 'subtitle',
    after: ['inspect', 'convert', 'asr'],
    needs: ['asr'],
    madeOf: ['asr'],
    concurrency: 1,
    limitSeconds: 600,
    concerns: ({ kind }) => kind === 'video',
    options: stepOptions.subtitle,
    load: async () => async (given, tools) => {
      const { resourceId, id: versionId } = given.version;
      await given.use(cutEngine);
      const transcript = await findTranscript(tools.db, resourceId);
      if (!transcript && (await isTranscriptWithheld(tools.db, resourceId)))
        throw new JobSkipped('Check the transcript first.', 'textNotConfirmed');
      const spoken = transcript?.language ?? given.version.language;
      const heard = transcript && (await heardWords(tools.db, glossary, transcript, spoken));
      if (!heard || heard.words.length === 0) throw new JobSkipped('No speech was found.', 'noSpeech');
      const language = trackLanguage(spoken);
      if (!language) throw new JobSkipped('Subtitles aren’t available in this language.', 'languageNotSupported');
      const { words, applied } = heard;
      for (const note of heard.notes) tools.log(note);
      const cues = cutCues(words);
      const problems = checkCues(cues).length;
      tools.log(`${cues.length} cues, ${problems} problems.`);
      if (problems > 0) {
        const late = (mostLateMs(words) / 1000).toFixed(1);
        tools.log(`Speech is faster than reading speed: subtitles run up to ${late} seconds late.`);
      }
      return {
        engine: cutEngine,
        language,
        needsCheck: problems > 0,
        save: async (transaction) => {
          const options = applied.length > 0 ? { glossary: applied } : {};
          const text = { cues, origin: 'machine' as const, engine: cutEngine, options, readingId: transcript.id };
          const kept = await changes.keep(transaction, null, { resourceId, versionId, language }, text);
          return { needsCheck: problems > 0 || kept === 'offered' };
        },
      };
    },
  };
}
