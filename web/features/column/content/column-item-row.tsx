import type { ColumnItem } from '@lectern/contract/features/column.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { ResourceLink } from '../../../components/resource/resource-link.tsx';
import { ResourceState } from '../../../components/resource/resource-state.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { ItemDeeds } from './use-item-deeds.ts';

type Props = {
  row: ColumnItem;
  editable: boolean;
  chosen: boolean;
  onToggle: () => void;
  deeds: ItemDeeds;
};

export function ColumnItemRow({ row, editable, chosen, onToggle, deeds }: Props) {
  const { column: texts } = useTexts();
  const words = texts.content;
  const title = { title: row.title };
  return (
    <>
      {editable && (
        <input
          type="checkbox"
          className="grid-checkbox"
          aria-label={fillText(words.select, title)}
          checked={chosen}
          onChange={onToggle}
        />
      )}
      <div className="column-item-title">
        <ResourceLink resource={row} />
      </div>
      {row.pinned && !editable && <small className="column-item-note">{words.pinned}</small>}
      {row.hidden && (
        <small className="column-item-note" title={words.notShownHint}>
          {words.notShown}
        </small>
      )}
      <div className="column-item-state">
        <ResourceState state={row.state} stateReason={row.stateReason} workFailed={row.workFailed} />
      </div>
      {editable && (
        <div className="column-item-deeds">
          <IconButton
            icon={row.pinned ? 'pinFilled' : 'pin'}
            label={fillText(row.pinned ? words.unpin : words.pin, title)}
            aria-pressed={row.pinned}
            aria-keyshortcuts="P"
            onClick={() => void deeds.pin(row)}
          />
          <IconButton
            icon="close"
            label={fillText(words.remove, title)}
            aria-keyshortcuts="Delete"
            onClick={() => void deeds.remove([row])}
          />
        </div>
      )}
    </>
  );
}
