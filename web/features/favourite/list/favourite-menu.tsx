import type { Favourite } from '@lectern/contract/features/favourite.ts';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { resourceHref } from '../../../components/resource/resource-href.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { askFavourite } from '../favourite-dialog.ts';
import type { FavouriteDeeds } from '../use-favourite-deeds.ts';

type Props = { row: Favourite; deeds: FavouriteDeeds; onMove: () => void };

export function FavouriteMenu({ row, deeds, onMove }: Props) {
  const { favourite: words } = useTexts();
  const { resource } = row;
  return (
    <>
      {resource && (
        <MenuItem icon={resource.kind} onSelect={() => navigate(resourceHref(resource))}>
          {words.open}
        </MenuItem>
      )}
      <MenuItem icon="edit" keys="n" onSelect={() => askFavourite({ kind: 'note', favourite: row })}>
        {words.note}
      </MenuItem>
      <MenuItem icon="moveTo" keys="m" onSelect={onMove}>
        {words.move}
      </MenuItem>
      {row.flags.includes('newVersion') && (
        <MenuItem icon="check" onSelect={() => void deeds.seen([row])}>
          {words.seen}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon="star" look="danger" keys="Delete" onSelect={() => void deeds.remove([row])}>
        {words.remove}
      </MenuItem>
    </>
  );
}
