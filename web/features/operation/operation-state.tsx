import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { countsOf, isOpen, nameOf, toneOf } from './operation-words.ts';
import './operation-state.css';

export function OperationStatus({ row }: { row: OperationRow }) {
  const { operation: texts } = useTexts();
  return <Status tone={toneOf(row)}>{texts.states[row.stopping ? 'stopping' : row.state]}</Status>;
}

/** How far it is while it runs, and what came of it afterwards. */
export function OperationResult({ row }: { row: OperationRow }) {
  const texts = useTexts();
  const { number } = useFormat();
  if (!isOpen(row)) return <span className="operation-counts">{countsOf(row, texts, number)}</span>;
  const count = row.done + row.skipped + row.failed;
  return (
    <span className="operation-progress">
      <progress
        aria-label={nameOf(row, texts)}
        {...(row.total === null ? {} : { value: count, max: Math.max(1, row.total) })}
      />
      <span>
        {row.total === null
          ? texts.operation.counting
          : fillText(texts.operation.progress, { count: number(count), total: number(row.total) })}
      </span>
    </span>
  );
}
