import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import { AppLink } from '../../components/app-link.tsx';
import { IconButton } from '../../components/button.tsx';
import type { TilesProps } from '../../components/list-page/list-definition.ts';
import { resourceState } from '../../components/resource/resource-state.tsx';
import { thumbnail } from '../../components/resource/thumbnail.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { dragResources } from './folder-moves.ts';
import './resource-tiles.css';
import { labelled } from '../../lib/i18n/punctuation.ts';

/** Resources as tiles, which can be dragged to a folder. */
export function ResourceTiles({ label, rows, hrefOf, choice, openMenu, onActive }: TilesProps<ResourceRow>) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <ul className="tiles" aria-label={label}>
      {rows.map((row, index) => {
        const { id, title } = row;
        const chosen = choice.has(id);
        const dragged = () => (chosen ? rows.filter((one) => choice.has(one.id)).map((one) => one.id) : [id]);
        return (
          <li
            key={id}
            className={chosen ? 'tile tile-chosen' : 'tile'}
            draggable
            onDragStart={(event) => dragResources(event.dataTransfer, dragged())}
            onFocus={() => onActive(row)}
          >
            <AppLink className="tile-link" to={hrefOf(row)} draggable={false}>
              {thumbnail(row, 'card')}
              <span className="tile-title" title={title}>
                <span className="visually-hidden">{labelled(texts.resource.kinds[row.kind], '')}</span>
                {title}
              </span>
            </AppLink>
            <span className="tile-facts">
              {resourceState(row, texts)}
              <span>{format.bytes(row.sizeBytes)}</span>
            </span>
            <input
              type="checkbox"
              className="grid-checkbox tile-choice"
              aria-label={fillText(texts.library.choose, { name: title })}
              checked={chosen}
              onChange={(event) => choice.toggle(row, index, (event.nativeEvent as MouseEvent).shiftKey === true)}
            />
            <IconButton
              icon="more"
              className="tile-more"
              label={fillText(texts.list.actionsOf, { name: title })}
              aria-haspopup="menu"
              onClick={(event) => openMenu(row, event.currentTarget)}
            />
          </li>
        );
      })}
    </ul>
  );
}
