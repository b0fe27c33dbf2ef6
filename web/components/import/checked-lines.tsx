import {
  type ImportFile,
  type ImportLine,
  type LineVerdict,
  lineVerdicts,
} from '@lectern/contract/import/define-import.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryKeyOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { Tabs } from '../tabs.tsx';
import type { ImportDefinition } from './import-definition.ts';
import '../table.css';

type Props = { definition: ImportDefinition; file: ImportFile; counts: NonNullable<ImportFile['counts']> };

/** What the dry run found: begins with what needs a look. */
export function CheckedLines({ definition, file, counts }: Props) {
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

function firstOf(counts: Props['counts']): LineVerdict {
  return (['invalid', 'new', 'changed', 'skipped'] as const).find((id) => counts[id] > 0) ?? 'new';
}

function Lines({ definition, file, verdict }: Pick<Props, 'definition' | 'file'> & { verdict: LineVerdict }) {
  const texts = useTexts();
  const { importing } = texts;
  const { listLines } = definition.endpoints;
  const params = { id: file.id };
  const lines = useInfiniteQuery({
    // Another check has other counts, and with them another answer.
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
      <table className="table import-lines">
        <thead>
          <tr>
            <th scope="col">{importing.line}</th>
            <th scope="col">{importing.who}</th>
            <th scope="col">{importing.what}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <LineRow key={line.line} line={line} definition={definition} />
          ))}
        </tbody>
      </table>
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
  const { importing, words } = texts;
  if (change.before === null) return fillText(importing.setTo, { field, after: change.after });
  return fillText(importing.changeOf, { field, before: change.before || words.none, after: change.after });
}
