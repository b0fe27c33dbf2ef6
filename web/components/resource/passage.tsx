import type { PassageHit } from '@lectern/contract/features/passage.ts';
import { Fragment, type ReactNode } from 'react';
import type { Format } from '../../lib/format.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/** A passage with its matches highlighted. A plain function, because many cells call it. */
export function markedPassage({ text, marks }: Pick<PassageHit, 'text' | 'marks'>): ReactNode {
  const ends = marks.map(([, to]) => to);
  return (
    <>
      {marks.map(([from, to], at) => (
        <Fragment key={from}>
          {text.slice(ends[at - 1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
}

/** Number of characters before the match that fit in a narrow cell. */
const lead = 20;

/** Starts the passage shortly before its first match, so a narrow cell doesn't cut the match off. */
export function nearMark<Hit extends Pick<PassageHit, 'text' | 'marks'>>(hit: Hit): Hit {
  const at = hit.marks[0]?.[0] ?? 0;
  if (at <= lead) return hit;
  const space = hit.text.indexOf(' ', at - lead);
  const from = space < 0 || space >= at ? at - lead : space + 1;
  const marks = hit.marks.map(([start, end]): [number, number] => [start - from + 1, end - from + 1]);
  return { ...hit, text: `…${hit.text.slice(from)}`, marks };
}

/** Short location of a match: a time, a page, or its source. */
export function placeWords({ source, page, second }: PassageHit, texts: Texts, format: Format): string {
  if (second !== null) return format.duration(second * 1000);
  const isPaged = source === 'document' || (source === 'ocr' && page !== null && page > 1);
  return isPaged && page !== null
    ? fillText(texts.resource.onPage, { number: format.number(page) })
    : texts.resource.sources[source];
}
