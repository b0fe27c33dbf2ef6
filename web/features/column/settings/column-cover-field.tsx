import { apiBase } from '@lectern/contract/constants.ts';
import { type ColumnNode, setColumnCover } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { askColumn } from '../column-dialog.ts';
import { keepColumn, refreshColumns } from '../use-columns.ts';

/** The picture of a column: taken from an image resource, at once. */
export function ColumnCoverField({ column, editable }: { column: ColumnNode; editable: boolean }) {
  const { column: texts } = useTexts();
  const words = texts.form;
  const client = useQueryClient();
  const set = useMutationOf(setColumnCover);
  const remove = () =>
    set.mutate(
      { params: { id: column.id }, body: { resourceId: null, version: column.version } },
      {
        onSuccess: (saved) => {
          keepColumn(client, saved);
          notify({ level: 'success', title: fillText(texts.done.cover, { name: saved.name }) });
        },
        onError: () => void refreshColumns(client),
      },
    );
  return (
    <div className="field">
      <span className="field-label">{words.cover}</span>
      <div className="column-settings-line">
        <span className="column-cover">
          {column.cover ? (
            <img src={apiBase + column.cover} alt={fillText(words.coverAlt, { name: column.name })} />
          ) : (
            <Icon name="image" />
          )}
        </span>
        {!column.cover && <span className="column-settings-quiet">{words.coverNone}</span>}
        {editable && (
          <>
            <Button size="small" onClick={() => askColumn({ kind: 'cover', column })}>
              {column.cover ? words.coverChange : words.coverChoose}
            </Button>
            {column.cover && (
              <Button size="small" look="quiet" busy={set.isPending} onClick={remove}>
                {words.coverRemove}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}
