import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { OperationDeeds } from './operation-deeds.tsx';
import { OperationResult, OperationStatus } from './operation-state.tsx';
import { nameOf } from './operation-words.ts';
import '../../components/table.css';

export function OperationTable({ rows, onReport }: { rows: OperationRow[]; onReport: (id: string) => void }) {
  const texts = useTexts();
  const { columns } = texts.operation;
  const { dateTime, relativeTime } = useFormat();
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.result}</th>
            <th scope="col">{columns.started}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="table-strong">{nameOf(row, texts)}</td>
              <td>
                <OperationStatus row={row} />
              </td>
              <td>
                <OperationResult row={row} />
              </td>
              <td className="table-quiet" title={dateTime(row.createdAt)}>
                {relativeTime(row.createdAt)}
              </td>
              <td className="table-end">
                <OperationDeeds row={row} onReport={() => onReport(row.id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function HistorySkeleton() {
  return (
    <SkeletonRegion className="table-skeleton">
      {['30%', '42%', '36%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={80} />
          <Skeleton width={140} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
