import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { describe, expect, it } from 'vitest';
import { dataScopeOf } from './data-scope.ts';

const scopeOf = (roleId: RoleId, dataScope: DataScopeName = 'role', departmentIds: string[] = ['d', 'e']) =>
  dataScopeOf({ userId: 'u', roleId, dataScope, departmentIds });
const [everything, departments, own] = [
  { kind: 'all' },
  { kind: 'departments', ids: ['d', 'e'] },
  { kind: 'own', userId: 'u' },
];

describe('the data scope', () => {
  it('of roles 1 and 2 is everything', () => {
    expect([scopeOf(1), scopeOf(2), scopeOf(2, 'role', [])]).toEqual([everything, everything, everything]);
  });

  it('of role 3 is the own department and those below it', () => {
    expect(scopeOf(3)).toEqual(departments);
  });

  it('of role 3 without a department, and of role 4, is what they own', () => {
    expect([scopeOf(3, 'role', []), scopeOf(4)]).toEqual([own, own]);
  });

  it('is what the position says for administrators and specialists', () => {
    expect([scopeOf(2, 'own'), scopeOf(2, 'college'), scopeOf(3, 'all')]).toEqual([own, departments, everything]);
    expect(scopeOf(2, 'department', [])).toEqual(own);
  });

  it('is everything for super administrators and their own for users, whatever their position', () => {
    expect([scopeOf(1, 'own'), scopeOf(4, 'all'), scopeOf(4, 'college')]).toEqual([everything, own, own]);
  });
});
