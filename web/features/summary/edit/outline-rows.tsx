import { summaryLimits } from '@lectern/contract/features/summary-content.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { EvidenceLinks } from '../../../components/summary/evidence-links.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/use-store.ts';
import { addRow, changeRow } from '../model/edit-rows.ts';
import { type EditedEntry, newKey } from '../model/edited-summary.ts';
import type { PanelProps } from './panel-props.ts';
import { RowList } from './row-list.tsx';

const deepest = 6;

/** The headings of the text, further in the further down; each leads to its place. */
export function OutlineRows({ resource, edit, shown, onGo }: PanelProps) {
  const { row: words } = useTexts().summary;
  const { outline } = useStore(edit.work.state).value;
  const shift = ({ key, level }: EditedEntry, by: -1 | 1) =>
    edit.work.perform(changeRow('outline', key, { level: level + by }));
  return (
    <RowList
      part="outline"
      edit={edit}
      rows={outline}
      most={summaryLimits.outline}
      maxLength={summaryLimits.titleLength}
      onAdd={(after) => {
        const key = newKey();
        const level = outline.find((row) => row.key === after)?.level ?? outline.at(-1)?.level ?? 1;
        edit.work.perform(addRow('outline', { key, text: '', level, place: null }, after));
        return key;
      }}
      onText={(row, text) => edit.work.perform(changeRow('outline', row.key, { text }), `outline ${row.key}`)}
    >
      {(row, _at, name) => {
        const { place, level } = row;
        return {
          indent: level - 1,
          look: shown?.key === row.key ? 'shown' : undefined,
          onOpen: place ? () => onGo({ ...row, place }) : undefined,
          trail: place && (
            <EvidenceLinks places={[place]} kind={resource.kind} of={name} onGo={() => onGo({ ...row, place })} />
          ),
          tools: (
            <>
              <IconButton
                icon="chevronLeft"
                label={fillText(words.shallower, { row: name })}
                disabled={level <= 1}
                onClick={() => shift(row, -1)}
              />
              <IconButton
                icon="chevronRight"
                label={fillText(words.deeper, { row: name })}
                disabled={level >= deepest}
                onClick={() => shift(row, 1)}
              />
            </>
          ),
        };
      }}
    </RowList>
  );
}
