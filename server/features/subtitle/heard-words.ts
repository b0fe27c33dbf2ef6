import type { TimedWord } from '@lectern/contract/subtitle/cue.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { AppliedTerm, GlossaryService } from '../glossary/glossary.service.ts';
import { type Transcript, wordsOf } from './transcript.repository.ts';

export type HeardWords = { words: TimedWord[]; applied: AppliedTerm[]; notes: string[] };

/** What subtitles are cut from. Terms that are newer than the transcript are applied, but never to a person's wording. */
export async function heardWords(
  db: Executor,
  glossary: Pick<GlossaryService, 'correct'>,
  { origin, parts }: Transcript,
  language: string | null,
): Promise<HeardWords> {
  if (origin !== 'machine') return { words: parts.flatMap(wordsOf), applied: [], notes: [] };
  const { parts: corrected, applied, notes } = await glossary.correct(db, language, parts);
  return { words: corrected.flatMap(wordsOf), applied, notes };
}
