import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { Button } from '../../components/button.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { isOpen, nameOf } from './operation-words.ts';
import { useOperationDeeds } from './use-operation-deeds.ts';

/** Stop while it runs, Undo as long as it stands, and the report. */
export function OperationDeeds({ row, onReport }: { row: OperationRow; onReport: () => void }) {
  const texts = useTexts();
  const { date } = useFormat();
  const { stop, undo, busyId } = useOperationDeeds();
  const { operation } = texts;
  const name = nameOf(row, texts);
  const busy = busyId === row.id;
  return (
    <span className="operation-deeds">
      {isOpen(row) && !row.stopping && (
        <Button
          size="small"
          look="quiet"
          busy={busy}
          aria-label={fillText(operation.stopOf, { name })}
          onClick={() => stop(row.id)}
        >
          {operation.stop}
        </Button>
      )}
      {row.undoUntil && (
        <Button
          size="small"
          look="quiet"
          icon="undo"
          busy={busy}
          aria-label={fillText(operation.undoOf, { name })}
          title={fillText(operation.undoUntil, { date: date(row.undoUntil) })}
          onClick={() => undo(row.id)}
        >
          {operation.undo}
        </Button>
      )}
      <Button size="small" look="quiet" aria-label={fillText(operation.reportOf, { name })} onClick={onReport}>
        {operation.report}
      </Button>
    </span>
  );
}
