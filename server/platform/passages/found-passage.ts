import type { PassageHit } from '@lectern/contract/features/passage.ts';
import { sql } from 'kysely';
import type { Condition } from '../list/list-source.ts';
import { hasWords, type WantedPassages } from './finds-passages.ts';
import { snippetOf } from './passage-snippet.ts';

export type FoundPassage = {
  source: PassageHit['source'];
  page: number | null;
  start_ms: number | null;
  box: PassageHit['box'];
  confidence: number | null;
  text: string;
};

/** The first passage of a row of `resources` that has the words, with the words; texts before the title. */
export function firstPassage(wanted: WantedPassages): Condition {
  return sql`(select jsonb_build_object('source', source, 'page', page, 'start_ms', start_ms, 'box', box,
      'confidence', confidence, 'text', covered_text(text, resource_id, source, position), 'words', ${wanted.words}::text[])
    from passages where passages.resource_id = resources.id and ${hasWords(wanted)}
    order by source, position limit 1)`;
}

export function presentPassage(passage: FoundPassage, words: readonly string[]): PassageHit {
  return {
    source: passage.source,
    page: passage.page,
    second: passage.start_ms === null ? null : passage.start_ms / 1000,
    box: passage.box,
    confidence: passage.confidence,
    ...snippetOf(passage.text, words),
  };
}
