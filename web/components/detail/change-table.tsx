import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { FieldChange } from './field-words.ts';
import '../table.css';

/** `wasThere` false: it began with these values, and there is nothing to tell of before. */
type Props = {
  changes: readonly FieldChange[];
  nameOf: (field: string) => string;
  headings?: [string, string];
  wasThere?: boolean;
};

/** Fields with what they were and what they are. */
export function ChangeTable({ changes, nameOf, headings, wasThere = true }: Props) {
  const { detail } = useTexts();
  const [before, after] = headings ?? [detail.before, detail.after];
  if (!wasThere) {
    return (
      <dl className="detail-beginning">
        {changes.map((change) => (
          <div key={change.field}>
            <dt>{nameOf(change.field)}</dt>
            <dd>{change.after}</dd>
          </div>
        ))}
      </dl>
    );
  }
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
