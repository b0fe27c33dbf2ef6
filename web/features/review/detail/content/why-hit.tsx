import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { disguiseWords, severityWords } from '@lectern/contract/features/scan-words.ts';
import { getSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { wordCategoryWords } from '@lectern/contract/features/sensitive-word-words.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../../lib/format.ts';
import { inLanguage } from '../../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';

/** Which word it is, under which disguise, and how often it was meant before. */
export function WhyHit({ review, hit }: { review: ReviewView; hit: Hit }) {
  const { why } = useTexts().review;
  const format = useFormat();
  const word = review.words.find(({ id }) => id === hit.word.id);
  const { data } = useQuery(queryOf(getSensitiveWord, { params: { id: hit.word.id } }, { quiet: true }));
  const [start, end] = hit.excerpt.mark;
  const names = inLanguage(disguiseWords);
  // Nobody hides a word behind a capital letter.
  const disguises = hit.disguises.filter((disguise) => disguise !== 'case');
  const words = {
    found: hit.excerpt.text.slice(start, end),
    word: hit.word.text,
    disguises: disguises.map((disguise) => names[disguise].toLocaleLowerCase()).join(', '),
  };
  const across = hit.likelyFalse && /\p{Script=Han}/u.test(hit.word.text);
  const plain = across ? why.acrossWords : why.plain;
  const facts = word && {
    category: inLanguage(wordCategoryWords)[word.category],
    severity: inLanguage(severityWords)[word.severity],
  };
  return (
    <article className="review-why">
      <h2>{why.title}</h2>
      <p>
        {fillText(disguises.length > 0 ? why.disguised : plain, words)} {facts && fillText(why.facts, facts)}{' '}
        {hit.likelyFalse && !across && why.shortWord}{' '}
        {data &&
          (data.precision === null
            ? why.undecided
            : fillText(why.precision, {
                confirmed: format.number(data.confirmed),
                decided: format.number(data.decided),
                percent: format.number(Math.round(data.precision * 100)),
              }))}
      </p>
      {word?.note && <p>{fillText(why.note, { note: word.note })}</p>}
    </article>
  );
}
