import type { ActivityRow } from '@lectern/contract/features/profile.ts';
import { namedField } from '../../components/detail/field-words.ts';
import { Icon } from '../../components/icon.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { changesOf } from './activity-changes.ts';
import '../../components/table.css';

/** One deed; opens to the fields it changed, if it changed any. */
export function ActivityEntry({ row }: { row: ActivityRow }) {
  const { profile } = useTexts();
  const format = useFormat();
  const changes = changesOf(row);
  const line = (
    <>
      {changes.length > 0 ? <Icon name="chevronRight" /> : <span />}
      <span>{profile.actions[row.action] ?? row.action}</span>
      <span>{row.ip}</span>
      <time dateTime={row.at}>{format.dateTime(row.at)}</time>
    </>
  );
  if (changes.length === 0) {
    return (
      <li>
        <div className="activity-line">{line}</div>
      </li>
    );
  }
  return (
    <li>
      <details>
        <summary className="activity-line">{line}</summary>
        <div className="activity-changes">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{profile.fieldName}</th>
                <th scope="col">{profile.before}</th>
                <th scope="col">{profile.after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.field}>
                  <td>{namedField({}, change.field)}</td>
                  <td className="table-quiet">{change.before}</td>
                  <td>{change.after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </li>
  );
}
