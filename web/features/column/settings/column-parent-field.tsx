import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { Button } from '../../../components/button.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { askColumn } from '../column-dialog.ts';
import { lineOf } from '../tree/column-tree.ts';

type Props = { column: ColumnNode; columns: readonly ColumnNode[]; editable: boolean };

/** What the column stands below. Moving it is a deed of its own, not a part of the form. */
export function ColumnParentField({ column, columns, editable }: Props) {
  const { column: words } = useTexts();
  const above = lineOf(columns, column.id).slice(0, -1);
  return (
    <div className="field">
      <span className="field-label">{words.form.parent}</span>
      <div className="column-settings-line">
        <span>{above.length === 0 ? words.form.top : above.map(({ name }) => name).join(' / ')}</span>
        {editable && (
          <Button size="small" onClick={() => askColumn({ kind: 'move', column })}>
            {words.deeds.move}
          </Button>
        )}
      </div>
    </div>
  );
}
