import { csvCell } from '@lectern/contract/csv-cell.ts';
import { getOperation, type OperationRow } from '@lectern/contract/features/operation.ts';
import {
  type ImportFile,
  type ImportLine,
  importLimits,
  type LineVerdict,
  lineVerdicts,
} from '@lectern/contract/import/define-import.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryKeyOf, queryOf } from '../../lib/queries.ts';
import { Banner } from '../banner.tsx';
import { Button, Spinner } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Icon } from '../icon.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { SmallTable } from '../small-table.tsx';
import { Status } from '../status.tsx';
import { Tabs } from '../tabs.tsx';
import type { ImportDefinition } from './import-definition.ts';

type Props = {
  fieldNames: readonly string[];
  note: string | undefined;
  reading: string | null;
  error: unknown;
  onFile: (file: File) => void;
};

export function ChooseFile({ fieldNames, note, reading, error, onFile }: Props) {
  const { importing } = useTexts();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const take = (file: File | undefined) => {
    if (!file || reading !== null) return;
    const fits = file.size <= importLimits.bytes;
    setTooLarge(fits ? null : file);
    if (fits) onFile(file);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <>
      {note && (
        <Banner tone="info" label={note}>
          {note}
        </Banner>
      )}
      {tooLarge && (
        <Banner tone="bad">
          {fillText(importing.tooLarge, { size: format.bytes(tooLarge.size), limit: format.bytes(importLimits.bytes) })}
        </Banner>
      )}
      {error != null && !tooLarge && <ErrorPanel error={error} title={importing.notRead} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
      <div
        className="import-drop"
        data-over={over || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files[0]);
        }}
      >
        {reading === null ? (
          <>
            <Icon name="upload" size={20} />
            <strong>{importing.chooseTitle}</strong>
            <p>{importing.chooseText}</p>
            <Button look="primary" onClick={() => input.current?.click()}>
              {importing.choose}
            </Button>
            <Button look="quiet" icon="download" onClick={() => downloadCsv(importing.templateName, [fieldNames])}>
              {importing.template}
            </Button>
          </>
        ) : (
          <span role="status">
            <Spinner /> {fillText(importing.reading, { name: reading })}
          </span>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={importing.choose}
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // Lets people choose the same file again after correcting it.
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}

type CheckedLinesProps = { definition: ImportDefinition; file: ImportFile; counts: NonNullable<ImportFile['counts']> };

/** Results of the dry run, starting with lines that need attention. */
export function CheckedLines({ definition, file, counts }: CheckedLinesProps) {
  const texts = useTexts();
  const { importing } = texts;
  const format = useFormat();
  const [verdict, setVerdict] = useState<LineVerdict>(() => firstOf(counts));
  return (
    <Tabs
      label={importing.verdictsLabel}
      tabs={lineVerdicts.map((id) => ({ id, label: importing.verdicts[id], count: format.number(counts[id]) }))}
      active={verdict}
      onChange={setVerdict}
    >
      {counts[verdict] === 0 ? (
        <p>{importing.noneOf}</p>
      ) : (
        <Lines key={verdict} definition={definition} file={file} verdict={verdict} />
      )}
    </Tabs>
  );
}

function firstOf(counts: CheckedLinesProps['counts']): LineVerdict {
  return (['invalid', 'new', 'changed', 'skipped'] as const).find((id) => counts[id] > 0) ?? 'new';
}

function Lines({
  definition,
  file,
  verdict,
}: Pick<CheckedLinesProps, 'definition' | 'file'> & { verdict: LineVerdict }) {
  const texts = useTexts();
  const { importing } = texts;
  const { listLines } = definition.endpoints;
  const params = { id: file.id };
  const lines = useInfiniteQuery({
    // A new check changes the counts and therefore the key, so the lines are fetched again.
    queryKey: [...queryKeyOf(listLines, { params, query: { verdict } }), JSON.stringify([file.counts, file.mapping])],
    queryFn: ({ pageParam, signal }) =>
      call(listLines, { params, query: { verdict, after: pageParam } }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.more ? page.rows.at(-1)?.line : undefined),
  });
  const rows = lines.data?.pages.flatMap((page) => page.rows) ?? [];
  if (lines.isPending) {
    return (
      <SkeletonRegion>
        <Skeleton height={120} />
      </SkeletonRegion>
    );
  }
  return (
    <>
      {lines.error && <ErrorPanel error={lines.error} onRetry={() => void lines.refetch()} />}
      <SmallTable columns={[importing.line, importing.who, importing.what]} className="import-lines">
        {rows.map((line) => (
          <LineRow key={line.line} line={line} definition={definition} />
        ))}
      </SmallTable>
      {lines.hasNextPage && (
        <Button busy={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
          {importing.showMore}
        </Button>
      )}
    </>
  );
}

function LineRow({ line, definition }: { line: ImportLine; definition: ImportDefinition }) {
  const texts = useTexts();
  const problems = line.problems.map(({ field, text }) =>
    field ? fillText(texts.importing.setTo, { field: definition.fieldName(field, texts), after: text }) : text,
  );
  const changes = line.changes.map((change) => changeWords(change, definition, texts));
  return (
    <tr>
      <td className="table-quiet">{line.line}</td>
      <td className="table-strong">{line.label}</td>
      <td>{[...problems, ...changes].join(' · ')}</td>
    </tr>
  );
}

function changeWords(change: ImportLine['changes'][number], definition: ImportDefinition, texts: Texts): string {
  const field = definition.fieldName(change.field, texts);
  const { importing, list, words } = texts;
  const yesOrNo: Readonly<Record<string, string>> = { true: list.yes, false: list.no };
  const named = (value: string) => definition.valueName?.(change.field, value, texts) ?? yesOrNo[value] ?? value;
  const after = named(change.after);
  if (change.before === null) return fillText(importing.setTo, { field, after });
  return fillText(importing.changeOf, { field, before: named(change.before) || words.notSet, after });
}

type ImportProgressProps = { definition: ImportDefinition; file: ImportFile; started: OperationRow };

/** Progress and result of the import, which continues when the dialog is closed. */
export function ImportProgress({ definition, file, started }: ImportProgressProps) {
  const texts = useTexts();
  const { importing } = texts;
  const format = useFormat();
  const client = useQueryClient();
  const asked = queryOf(getOperation, { params: { id: started.id } }, { quiet: true });
  // Progress comes from live events; polling covers lost ones.
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

/** Downloads a table as a CSV file created in the browser. */
export function downloadCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  // The BOM tells spreadsheet programs that the file is UTF-8.
  const text = `\ufeff${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
