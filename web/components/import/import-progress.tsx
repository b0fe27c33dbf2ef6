import { getOperation, type OperationRow } from '@lectern/contract/features/operation.ts';
import type { ImportFile } from '@lectern/contract/import/define-import.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';
import { Icon } from '../icon.tsx';
import { Status } from '../status.tsx';
import type { ImportDefinition } from './import-definition.ts';

type Props = { definition: ImportDefinition; file: ImportFile; started: OperationRow };

/** How far the import is, and what became of it. It goes on when this is closed. */
export function ImportProgress({ definition, file, started }: Props) {
  const texts = useTexts();
  const { importing } = texts;
  const format = useFormat();
  const client = useQueryClient();
  const asked = queryOf(getOperation, { params: { id: started.id } }, { quiet: true });
  // Live events tell the progress; now and then it is asked for, in case one of them was lost.
  const { data: operation } = useQuery({
    ...asked,
    initialData: started,
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : 3_000),
  });
  useLiveEvents('operation', (event) => {
    if (event.operation.id === started.id) client.setQueryData(asked.queryKey, event.operation);
  });
  const isOver = operation.finishedAt !== null;
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ predicate: isAnswerOf(definition.invalidates) });
  }, [isOver, client, definition]);

  const { done, skipped, failed, total } = operation;
  const { After } = definition;
  const invalid = file.counts?.invalid ?? 0;
  const dealtWith = done + skipped + failed;
  return (
    <div className="import-progress">
      <progress max={total ?? 1} value={dealtWith} aria-label={importing.steps.run} />
      <p role="status">
        <Status tone={toneOf(operation)}>{headline(operation, texts, format.number)}</Status>
      </p>
      {isOver && (
        <p>
          {fillText(importing.outcome, {
            done: format.number(done),
            skipped: format.number(skipped),
            failed: format.number(failed),
          })}
        </p>
      )}
      {invalid > 0 && <p>{fillText(importing.invalid, { count: format.number(invalid) })}</p>}
      <p>{isOver ? importing.undoHint : importing.goesOn}</p>
      {isOver && (
        <a
          className="button button-plain"
          href={addressOf(definition.endpoints.report, { params: { id: file.id } })}
          download
        >
          <Icon name="download" />
          {importing.report}
        </a>
      )}
      {isOver && done > 0 && After && <After importId={file.id} />}
    </div>
  );
}

function toneOf({ state, failed, skipped }: OperationRow) {
  if (state === 'queued' || state === 'running') return 'info' as const;
  if (state === 'failed' || failed > 0) return 'bad' as const;
  return state === 'cancelled' || skipped > 0 ? ('warn' as const) : ('ok' as const);
}

function headline(operation: OperationRow, { importing, words }: Texts, number: (value: number) => string): string {
  const { state, done, skipped, failed, total, cause } = operation;
  const of = number(total ?? 0);
  if (state === 'failed') return fillText(importing.failed, { cause: cause ?? words.unknown });
  if (state === 'cancelled') return fillText(importing.cancelled, { done: number(done), total: of });
  if (state === 'done') return fillText(importing.finished, { done: number(done), total: of });
  return fillText(importing.running, { done: number(done + skipped + failed), total: of });
}
