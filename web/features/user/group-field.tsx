import { mayOpenPath } from '@lectern/contract/access.ts';
import { type GroupChoice, listGroupChoices, previewUserPages } from '@lectern/contract/features/default-group.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { Banner } from '../../components/banner.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { defaultGroup, type UserValues } from './user-values.ts';

const groupPage = '/app/system/accessGroup';

/** The groups this person may give; undefined while they load. */
export function useGroupChoices(): readonly GroupChoice[] | undefined {
  return useQuery(queryOf(listGroupChoices, {}, { quiet: true })).data;
}

type Unit = { id: string; name: string };

/** The groups to choose from plus the current one, which its viewer may not be able to give. */
export function groupOptions(groups: readonly Unit[] | undefined, { user }: Texts, now: Unit | null = null) {
  const others = now && !groups?.some(({ id }) => id === now.id) ? [now] : [];
  return [
    { value: '', label: user.form.none },
    ...[...(groups ?? []), ...others].map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/**
 * The chosen group of a new user. The default stands for none if the role has none, or none this person may give; before
 * the groups have loaded, the server applies it.
 */
export function newGroupOf({ roleId, groupId }: UserValues, groups: readonly GroupChoice[] | undefined): string {
  if (groupId !== defaultGroup || !groups) return groupId;
  return groups.some(({ defaultFor }) => defaultFor.some((role) => String(role) === roleId)) ? defaultGroup : '';
}

type Props = { values: UserValues; error?: string | undefined; onChange: (groupId: string) => void };

/** The group of a new user, with a warning if they couldn't open any page. Administrators need no group. */
export function NewGroupField({ values, error, onChange }: Props) {
  const texts = useTexts();
  const { form } = texts.user;
  const me = useCurrentUser();
  const groups = useGroupChoices();
  const chosen = newGroupOf(values, groups);
  const isAdministrator = hasAbility(Number(values.roleId), 'superAdmin');
  const pages = usePages(values, groups && !isAdministrator ? chosen : undefined);
  if (isAdministrator) return null;
  const usual = groups?.find(({ defaultFor }) => defaultFor.some((role) => String(role) === values.roleId));
  const role = texts.words.roles[Number(values.roleId) as 3 | 4];
  const options = groupOptions(
    groups?.filter((group) => group !== usual),
    texts,
  );
  return (
    <>
      <SelectField
        label={form.group}
        hint={usual && chosen === defaultGroup ? fillText(form.groupDefault, { role }) : undefined}
        error={error}
        value={chosen}
        options={usual ? [{ value: defaultGroup, label: usual.name }, ...options] : options}
        disabled={!groups}
        onChange={onChange}
      />
      {pages?.length === 0 && (
        <div className="user-form-notice">
          <Banner
            tone="warning"
            actions={
              mayOpenPath(me, groupPage) && <AppLink to={groupPage}>{texts.routes['system.accessGroup']}</AppLink>
            }
          >
            {form.noPages}
          </Banner>
        </div>
      )}
    </>
  );
}

/** The pages the new user could open; undefined while unknown, as when creating them would be refused. */
function usePages({ roleId, departmentId, positionId }: UserValues, chosen: string | undefined) {
  const groupId = chosen === defaultGroup ? undefined : chosen;
  const query = {
    roleId: Number(roleId) as 3 | 4,
    departmentId,
    positionId,
    ...(groupId !== undefined && { groupId }),
  };
  const options = queryOf(previewUserPages, { query }, { quiet: true });
  const asked = useQuery({
    ...options,
    queryFn: chosen === undefined ? skipToken : options.queryFn,
    placeholderData: keepPreviousData,
  });
  return asked.error ? undefined : asked.data?.pages;
}
