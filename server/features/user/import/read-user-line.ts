import { accountLimits } from '@lectern/contract/features/auth.ts';
import { newUser, userFields } from '@lectern/contract/features/user.ts';
import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { type RoleId, roleIds, roleWords } from '@lectern/contract/roles.ts';
import { normaliseAccount } from '../../../platform/account-name.ts';
import { type ImportValues, problem } from '../../../platform/import/import-source.ts';

/** What a line says, as far as it can be told without looking anything up. An empty cell says nothing. */
export type UserLine = {
  account: string;
  name?: string;
  email?: string;
  phone?: string;
  roleId?: RoleId;
  departmentCode?: string;
  positionName?: string;
  problems: ImportProblem[];
};

const rolesByName = new Map<string, RoleId>(
  roleIds.flatMap((id) => [
    [String(id), id],
    [roleWords[id].en.toLowerCase(), id],
    [roleWords[id].zh, id],
  ]),
);
const limits = { name: 100, phone: 40 };
const shown = 60;

export function readUserLine(values: ImportValues): UserLine {
  const problems: ImportProblem[] = [];
  const text = (field: string) => values[field] || undefined;
  const account = normaliseAccount(values.account ?? '');
  const accountProblem = judgeAccount(account);
  if (accountProblem) problems.push(accountProblem);
  const read = (field: 'name' | 'phone') => {
    const given = text(field);
    if (!given || userFields[field].safeParse(given).success) return given;
    problems.push(problem(field, 'tooLong', { limit: limits[field] }));
    return undefined;
  };
  const line = { account, ...given('name', read('name')), ...given('phone', read('phone')) };
  const email = text('email');
  if (email && !userFields.email.safeParse(email).success) problems.push(wrong('email', 'notAnEmail', email));
  const role = text('role');
  const roleId = role && rolesByName.get(role.toLowerCase());
  if (role && !roleId) problems.push(wrong('role', 'unknownRole', role));
  return {
    ...line,
    ...given('email', email),
    ...given('roleId', roleId || undefined),
    ...given('departmentCode', text('department')),
    ...given('positionName', text('position')),
    problems,
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

function judgeAccount(account: string): ImportProblem | undefined {
  if (account === '') return problem('account', 'required');
  if (account.length > accountLimits.account) return problem('account', 'tooLong', { limit: accountLimits.account });
  const isAccepted = newUser.shape.account.safeParse(account).success;
  return isAccepted ? undefined : wrong('account', 'wrongCharacters', account);
}

export function wrong(field: string, code: ImportProblem['code'], value: string): ImportProblem {
  return problem(field, code, { value: value.slice(0, shown) });
}
