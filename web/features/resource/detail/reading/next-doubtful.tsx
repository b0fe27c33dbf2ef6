import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { registerActions } from '../../../../lib/actions.ts';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { useLatest } from '../../../../lib/use-latest.ts';
import { type DoubtfulWord, doubtfulWords } from './find-in-lines.ts';

/** Button to the next doubtful word, with its position. */
export function NextDoubtful({ doubtful, count }: { doubtful: Doubtful; count: number }) {
  const { reading, detail } = useTexts();
  const { number } = useFormat();
  const { at, next, searching } = doubtful;
  return (
    <div className="reading-doubt">
      <Button size="small" keys="n" busy={searching} title={reading.nextDoubtfulHint} onClick={next}>
        {reading.nextDoubtful}
      </Button>
      <span role="status">
        {at >= 0 && fillText(detail.positionOf, { at: number(at + 1), count: number(Math.max(count, at + 1)) })}
      </span>
    </div>
  );
}

type Options = {
  parts: readonly ReadingPart[];
  onShow: (found: DoubtfulWord) => void;
  /** Fetches further parts; undefined when all are loaded. */
  more?: (() => Promise<unknown>) | undefined;
};

/** Steps through doubtful words by button and key, and wraps around at the end. */
export function useDoubtful({ parts, onShow, more }: Options) {
  const words = useMemo(() => doubtfulWords(parts), [parts]);
  const [reached, setReached] = useState<DoubtfulWord | null>(null);
  const [goesOn, setGoesOn] = useState(false);
  const at = reached ? words.findIndex(({ word }) => word === reached.word) : -1;
  const show = (found: DoubtfulWord | undefined) => {
    if (!found) return;
    setReached(found);
    onShow(found);
  };
  const next = () => {
    if (at + 1 < words.length) show(words[at + 1]);
    else if (more) {
      setGoesOn(true);
      void more();
    } else show(words[0]);
  };
  const latest = useLatest({ next, show, at, words, more });
  useEffect(() => {
    // More parts have arrived while the user waits for the next doubtful word.
    const { at: place, words: all, show: reach, more: further } = latest.current;
    if (!goesOn || parts.length === 0) return;
    if (place + 1 < all.length) {
      setGoesOn(false);
      reach(all[place + 1]);
    } else if (further) void further();
    else {
      setGoesOn(false);
      reach(all[0]);
    }
  }, [goesOn, parts]);
  const any = words.length > 0 || more !== undefined;
  useEffect(
    () =>
      any
        ? registerActions([
            {
              id: 'reading.nextDoubtful',
              label: ({ reading }) => reading.nextDoubtful,
              group: 'rows',
              keys: 'n',
              run: () => latest.current.next(),
            },
          ])
        : undefined,
    [any],
  );
  return { count: words.length, at, reached, next, searching: goesOn };
}
type Doubtful = ReturnType<typeof useDoubtful>;
