import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { FieldChange } from './field-words.ts';
import '../table.css';

type Props = { changes: readonly FieldChange[]; nameOf: (field: string) => string; headings?: [string, string] };

/** Fields with what they were and what they are. */
export function ChangeTable({ changes, nameOf, headings }: Props) {
  const { detail } = useTexts();
  const [before, after] = headings ?? [detail.before, detail.after];
  return (
    <table className="table detail-changes">
      <thead>
        <tr>
          <th scope="col">{detail.field}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <td>{nameOf(change.field)}</td>
            <td className="table-quiet">{change.before}</td>
            <td>{change.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
