import type { RescanRow } from '@lectern/contract/features/scan.ts';
import { rescanStateWords } from '@lectern/contract/features/scan-words.ts';
import { Button } from '../../../components/button.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { causeWords, outcomeWords, rescanTones } from './rescan-words.ts';
import { isUnderWay } from './use-rescans.ts';
import '../../../components/table.css';

type Props = {
  rows: readonly RescanRow[];
  /** Absent: one may only look. */
  onStop: ((row: RescanRow) => void) | undefined;
};

export function RescanTable({ rows, onStop }: Props) {
  const texts = useTexts();
  const { rescan } = texts.sensitiveTools;
  const format = useFormat();
  const states = inLanguage(rescanStateWords);
  return (
    <div className="table-scroll">
      <table className="table rescan-table">
        <thead>
          <tr>
            <th scope="col">{rescan.what}</th>
            <th scope="col">{rescan.state}</th>
            <th scope="col" className="table-end">
              {rescan.looked}
            </th>
            <th scope="col">{rescan.result}</th>
            <th scope="col">{rescan.began}</th>
            {onStop && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                {causeWords(row, texts, format)}
                {row.requestedBy && <small> {fillText(rescan.by, { name: row.requestedBy })}</small>}
              </td>
              <td title={row.cause ?? undefined}>
                <Status tone={rescanTones[row.state]}>{states[row.state]}</Status>
              </td>
              <td className="table-end">
                {format.number(row.done)}
                {row.total !== null && ` / ${format.number(row.total)}`}
              </td>
              <td>{outcomeWords(row, texts, format)}</td>
              <td className="table-quiet" title={format.dateTime(row.createdAt)}>
                {format.relativeTime(row.createdAt)}
              </td>
              {onStop && (
                <td className="table-end">
                  {isUnderWay(row) && (
                    <Button size="small" onClick={() => onStop(row)}>
                      {rescan.stop}
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
