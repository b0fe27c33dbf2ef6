import type { ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { ChangeTable } from './change-table.tsx';
import { changesOf, type FieldWords } from './field-words.ts';

type Props = { row: ObjectActivity; words: FieldWords; onRevert: () => void };

/** One deed: who, when, and what it changed. */
export function ActivityEntry({ row, words, onRevert }: Props) {
  const { detail } = useTexts();
  const format = useFormat();
  const changes = changesOf(row, words);
  const action = words.action(row.action);
  return (
    <li>
      <div className="detail-activity-line">
        <span>
          <strong>{row.actor?.name ?? detail.nobody}</strong> {action}
        </span>
        <time dateTime={row.at} title={format.dateTime(row.at)}>
          {format.relativeTime(row.at)}
        </time>
        {row.revertable.length > 0 && (
          <Button
            size="small"
            aria-label={fillText(detail.revertOf, { action, time: format.dateTime(row.at) })}
            onClick={onRevert}
          >
            {detail.revert}
          </Button>
        )}
      </div>
      {changes.length > 0 && <ChangeTable changes={changes} nameOf={words.field} wasThere={row.before !== null} />}
    </li>
  );
}
