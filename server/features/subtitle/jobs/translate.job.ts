import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/queue/job-definition.ts';
import { JobHopeless, JobSkipped } from '../../../platform/queue/job-endings.ts';
import type { GlossaryService } from '../../glossary/glossary.service.ts';
import { findTrack } from '../subtitle.repository.ts';
import type { SubtitleChangeService } from '../subtitle-change.service.ts';
import { findText } from '../subtitle-text.repository.ts';
import { findFilm } from './film.repository.ts';
import { type AskModel, translateCues } from './translate-cues.ts';

export type TranslateParts = {
  changes: Pick<SubtitleChangeService, 'keep'>;
  glossary: Pick<GlossaryService, 'correctCues'>;
  /** The cues without what is masked in them: the model is told nothing that most people may not read. */
  withoutMasked(db: Executor, resourceId: string, cues: readonly Cue[], signal: AbortSignal): Promise<Cue[]>;
  /** For one video, on behalf of one person; what it costs is noted there. */
  modelFor(asking: { resourceId: string; requestedBy: string | null }): AskModel;
  /** Why the model did not do it, in words; undefined: it was something else. */
  refusalOf(error: unknown): string | undefined;
};

/** A track in another language, by the operator's language model. What is there of it already is never written over. */
export function translateSubtitle(parts: TranslateParts): JobHandler {
  const { changes, glossary, withoutMasked, modelFor, refusalOf } = parts;
  return async (job, { db, signal, report, log }) => {
    const language = String(job.input.language) as SubtitleTrack['language'];
    const track = await findTrack(db, String(job.input.subtitleId));
    const text = track && (await findText(db, track.id, String(job.input.textId)));
    if (!track || !text) throw new JobSkipped('The subtitles are gone.');
    const ask = modelFor({ resourceId: track.resource_id, requestedBy: job.requestedBy });
    try {
      const told = await withoutMasked(db, track.resource_id, text.content, signal);
      const wanted = { cues: told, from: track.language, to: language };
      const { cues: translated, model } = await translateCues(ask, wanted, { signal, report });
      log(`${translated.length} subtitles were translated by ${model}.`);
      const { cues, applied, notes } = await glossary.correctCues(db, language, translated);
      for (const note of notes) log(note);
      return {
        save: async (transaction) => {
          const film = await findFilm(transaction, track.resource_id);
          if (!film || !(await findTrack(transaction, track.id))) throw new JobSkipped('The video is gone.');
          const place = { resourceId: track.resource_id, versionId: track.version_id, language };
          const options = {
            from: track.language,
            number: text.number,
            ...(applied.length > 0 && { glossary: applied }),
          };
          const made = { cues, origin: 'translated', engine: model, options, readingId: text.reading_id } as const;
          await changes.keep(transaction, null, place, made);
        },
      };
    } catch (error) {
      signal.throwIfAborted();
      const refusal = refusalOf(error);
      throw refusal === undefined ? error : new JobHopeless(refusal, { cause: error });
    }
  };
}
