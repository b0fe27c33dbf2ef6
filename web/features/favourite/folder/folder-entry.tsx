import { type KeyboardEvent, useRef } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Dragged, Zone } from '../../../components/drag/drag-place.ts';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { favouriteHref } from '../favourite-address.ts';

type Props = {
  id: string;
  name: string;
  icon: IconName;
  count: number;
  opened: string;
  /** Favourites can be dragged here. */
  takes?: boolean;
  /** Its count is worth a look. */
  alert?: boolean;
  /** A folder of one's own: it can be moved, renamed and removed. */
  own?: {
    step: (by: -1 | 1) => Promise<void>;
    rename: () => void;
    remove: () => void;
    openMenu: (anchor: HTMLElement) => void;
  };
};

export function FolderEntry({ id, name, icon, count, opened, takes, alert, own }: Props) {
  const { favourite: words } = useTexts();
  const format = useFormat();
  const link = useRef<HTMLAnchorElement>(null);
  const zones = (dragged: Dragged): Zone[] => {
    if (dragged.kind === 'favourite') return takes ? ['inside'] : [];
    return own && dragged.id !== id ? ['before', 'after'] : [];
  };
  const drag = useDragRow({ kind: 'folder', id, name, zones }, { fixed: !own });
  const step = async (by: -1 | 1) => {
    await own?.step(by);
    // An entry that changes its place loses the focus.
    requestAnimationFrame(() => document.activeElement === document.body && link.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!own) return;
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined;
    if (by) void step(by);
    else if (event.key === 'F2') own.rename();
    else if (event.key === 'Delete') own.remove();
    else return;
    event.preventDefault();
  };
  return (
    <li ref={drag.ref} {...drag.handlers} {...drag.marks} className="folder-entry drag-row" onKeyDown={onKeyDown}>
      <AppLink
        ref={link}
        to={favouriteHref(id)}
        aria-current={opened === id ? 'page' : undefined}
        {...(own && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown F2 Delete' })}
      >
        <Icon name={icon} />
        <span className="folder-entry-name">{name}</span>
        <span className={alert && count > 0 ? 'folder-entry-count folder-entry-alert' : 'folder-entry-count'}>
          {format.number(count)}
        </span>
      </AppLink>
      {own && (
        <button
          type="button"
          className="folder-entry-more"
          aria-label={fillText(words.folderActions, { name })}
          aria-haspopup="menu"
          onClick={(event) => own.openMenu(event.currentTarget)}
        >
          <Icon name="more" size={14} />
        </button>
      )}
    </li>
  );
}
