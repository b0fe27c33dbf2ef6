import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { isAmongFound } from '../../../platform/passages/finds-passages.ts';
import { isWide } from '../../../platform/passages/fold-text.ts';
import { countPassages, shareOf } from '../../../platform/passages/passage-sample.ts';
import { passageWords, pieceOf, termsQuery } from '../../../platform/passages/passage-words.ts';

/** Conditions on a row of `resources` with its text, and with a track of its subtitles: they may have the term. */
export type TextLookup = {
  readings: Condition;
  subtitles: Condition;
  /** The index leads to them; otherwise they are met on a walk along all resources. */
  indexed: boolean;
};

/** Above this many passages with the term, reading in order meets enough of them soon. */
const frequent = 20_000;

/**
 * How to find the texts that may have a term. The index knows words by their beginning, and scripts without spaces at any
 * place; a piece in the middle of words of letters is looked for in the texts themselves.
 */
export async function lookupOf(
  db: Executor,
  { wrong, wholeWord }: { wrong: string; wholeWord: boolean },
): Promise<TextLookup> {
  const words = passageWords(wrong);
  const known = wholeWord ? words : words.filter((word, at) => isWide(word) || at > 0);
  if (known.length > 0 && (await shareOf(db, known)) * (await countPassages(db)) <= frequent) {
    const pieces = known.map((word) => sql`strpos(folded, ${pieceOf(word)}) > 0`);
    return {
      readings: await isAmongFound(db, { words: known, sources: ['ocr', 'speech'] }),
      subtitles: sql`subtitles.id in (select subtitle_id from subtitle_chunks
        where text_terms(folded) @@ ${termsQuery(known)}::tsquery and ${sql.join(pieces, sql` and `)})`,
      indexed: true,
    };
  }
  const has = sql`strpos(folded, ltrim(fold_text(${wrong}::text))) > 0`;
  return {
    readings: sql`exists (select from passages where passages.resource_id = resources.id
      and passages.source in ('ocr', 'speech') and ${has})`,
    subtitles: sql`exists (select from subtitle_chunks where subtitle_chunks.subtitle_id = subtitles.id and ${has})`,
    indexed: false,
  };
}
