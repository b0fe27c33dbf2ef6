import type { Favourite, FavouriteFolder } from '@lectern/contract/features/favourite.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ResourceLink } from '../../../components/resource/resource-link.tsx';
import { Status, type StatusTone } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { favouriteHref } from '../favourite-address.ts';
import { askFavourite } from '../favourite-dialog.ts';

type Props = {
  row: Favourite;
  folder: FavouriteFolder | undefined;
  showsFolder: boolean;
  chosen: boolean;
  onToggle: () => void;
  onMenu: (anchor: HTMLElement) => void;
};

const tones: Record<Favourite['flags'][number], StatusTone> = {
  offline: 'idle',
  trashed: 'warn',
  purged: 'bad',
  hidden: 'bad',
  newVersion: 'info',
};

export function FavouriteRow({ row, folder, showsFolder, chosen, onToggle, onMenu }: Props) {
  const { favourite: words } = useTexts();
  const format = useFormat();
  return (
    <>
      <input
        type="checkbox"
        className="grid-checkbox"
        aria-label={fillText(words.select, { title: row.title })}
        checked={chosen}
        onChange={onToggle}
      />
      <div className="favourite-title">
        {row.resource ? (
          <ResourceLink resource={row.resource} />
        ) : (
          <span className="favourite-gone" title={words.notReadable}>
            <span className="thumbnail thumbnail-row">
              <Icon name="ban" size={15} />
            </span>
            <span>{row.title}</span>
          </span>
        )}
        {row.note && (
          <button
            type="button"
            className="favourite-note"
            title={row.note}
            onClick={() => askFavourite({ kind: 'note', favourite: row })}
          >
            {row.note}
          </button>
        )}
      </div>
      {row.flags.length > 0 && (
        <span className="favourite-flags">
          {row.flags.map((flag) => (
            <Status key={flag} tone={tones[flag]}>
              {words.flags[flag]}
            </Status>
          ))}
        </span>
      )}
      {showsFolder &&
        (folder ? (
          <AppLink
            className="favourite-folder"
            to={favouriteHref(folder.id)}
            title={fillText(words.inFolder, { name: folder.name })}
          >
            {folder.name}
          </AppLink>
        ) : (
          <span className="favourite-folder" />
        ))}
      <span className="favourite-owner">{row.resource?.owner.name}</span>
      <time
        className="favourite-time"
        dateTime={row.addedAt}
        title={fillText(words.added, { time: format.dateTime(row.addedAt) })}
      >
        {format.relativeTime(row.addedAt)}
      </time>
      <IconButton
        icon="more"
        label={fillText(words.actionsOf, { title: row.title })}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
      />
    </>
  );
}
