import { mayOpenPath } from '@lectern/contract/access.ts';
import { listPositionGroups } from '@lectern/contract/features/position.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { FieldsProps } from '../unit-spec.ts';

const groupPage = '/app/system/accessGroup';

/** The permission groups that a position stands in. */
export function GroupsField({ values, changed, isNew, editable, set }: FieldsProps) {
  const texts = useTexts();
  const { form } = texts.organisation;
  const me = useCurrentUser();
  const groups = useQuery({ ...queryOf(listPositionGroups, {}, { quiet: true }), enabled: editable });
  const chosen = (values.groupIds ?? '').split(',').filter(Boolean);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    set('groupIds', next.sort().join(','));
  };
  if (!editable) return null;
  return (
    <fieldset className="unit-groups">
      <legend>
        {form.groups}
        {!isNew && changed.includes('groupIds') && <em> · {texts.words.changed}</em>}
      </legend>
      {groups.error && <ErrorPanel error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.data?.length === 0 && <p className="field-help">{form.noGroups}</p>}
      {groups.data?.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <span title={name}>{name}</span>
        </label>
      ))}
      <div className="field-help">
        {form.groupsHint}{' '}
        {mayOpenPath(me, groupPage) && <AppLink to={groupPage}>{texts.routes['system.accessGroup']}</AppLink>}
      </div>
    </fieldset>
  );
}
