import type { PassageHit } from '@lectern/contract/features/passage.ts';
import { Fragment, type ReactNode } from 'react';
import type { Format } from '../../lib/format.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/** A piece of text with what was found in it standing out. A plain function, because many cells call it. */
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

/** Where it stands, in few words: a second, a page, or what it is part of. */
export function placeWords({ source, page, second }: PassageHit, texts: Texts, format: Format): string {
  if (second !== null) return format.duration(second * 1000);
  const isPaged = source === 'document' || (source === 'ocr' && page !== null && page > 1);
  return isPaged && page !== null
    ? fillText(texts.resource.onPage, { number: format.number(page) })
    : texts.resource.sources[source];
}
