import { createUser, getUser, listUsers, type UserRow } from '@lectern/contract/features/user.ts';
import { callApi } from '../session/call-api.ts';
import type { Session } from '../session/sign-in.ts';

type Extra = Partial<Pick<UserRow, 'email' | 'phone' | 'roleId'>>;

/**
 * Creates users for one test only: a search for their common name finds nobody else, and lists the last created first.
 */
export async function makeUsers(
  origin: string,
  session: Session,
  family: string,
  extras: readonly Extra[],
): Promise<UserRow[]> {
  const made: UserRow[] = [];
  for (const [at, extra] of extras.entries()) {
    const { email = null, phone = null, roleId = 4 } = extra;
    const { user } = await callApi(origin, session, createUser, {
      body: {
        name: `${'ABCDEFGH'[at]} ${family}`,
        account: `${family.toLowerCase()}.${at + 1}`,
        ...{ email, phone, roleId },
        departmentId: null,
        positionId: null,
      },
    });
    made.push(user);
  }
  return made;
}

export async function storedUsers(origin: string, session: Session, family: string): Promise<UserRow[]> {
  const { rows } = await callApi(origin, session, listUsers, { query: { search: family, sort: 'account' } });
  return rows;
}

export function storedUser(origin: string, session: Session, id: string): Promise<UserRow> {
  return callApi(origin, session, getUser, { params: { id } });
}
