import { Button } from '../../../../components/button.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import type { Doubtful } from './use-doubtful.ts';

/** The way from doubtful word to doubtful word; says which of them one is at. */
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
