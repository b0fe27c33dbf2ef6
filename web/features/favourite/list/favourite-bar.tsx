import type { Favourite } from '@lectern/contract/features/favourite.ts';
import { Button } from '../../../components/button.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { FavouriteDeeds } from '../use-favourite-deeds.ts';

type Props = { picked: readonly Favourite[]; deeds: FavouriteDeeds; onMove: () => void; onDone: () => void };

/** What can be done to the chosen ones together. */
export function FavouriteBar({ picked, deeds, onMove, onDone }: Props) {
  const { favourite: words, list } = useTexts();
  const renewed = picked.filter((row) => row.flags.includes('newVersion'));
  const then = (deed: () => Promise<void>) => () => {
    onDone();
    void deed();
  };
  return (
    <section className="selection-bar" aria-label={list.bulkBar}>
      <b>{fillText(words.selected, { count: picked.length })}</b>
      <button type="button" className="selection-link" onClick={onDone}>
        {list.clear}
      </button>
      <div className="selection-actions">
        <Button size="small" onClick={onMove}>
          {words.moveShort}
        </Button>
        {renewed.length > 0 && (
          <Button size="small" onClick={then(() => deeds.seen(renewed))}>
            {words.seen}
          </Button>
        )}
        <Button size="small" onClick={then(() => deeds.remove(picked))}>
          {words.removeShort}
        </Button>
      </div>
    </section>
  );
}
