import { describe, expect, it } from 'vitest';
import type { Principal } from '../http/principal.ts';
import { dataScopeOf } from './data-scope.ts';

function principal(roleId: Principal['roleId'], departmentPath: string | null): Principal {
  return {
    userId: 'u',
    sessionId: 's',
    account: 'a',
    name: 'n',
    roleId,
    permissions: [],
    departmentId: departmentPath ? 'd' : null,
    departmentPath,
    departmentIds: departmentPath ? ['d', 'e'] : [],
    deptCode: null,
    mustChangePassword: false,
  };
}

describe('the data scope', () => {
  it('of roles 1 and 2 is everything', () => {
    expect(dataScopeOf(principal(1, '/d/'))).toEqual({ kind: 'all' });
    expect(dataScopeOf(principal(2, null))).toEqual({ kind: 'all' });
  });

  it('of role 3 is the own department and those below it', () => {
    expect(dataScopeOf(principal(3, '/c/d/'))).toEqual({ kind: 'departments', pathPrefix: '/c/d/', ids: ['d', 'e'] });
  });

  it('of role 3 without a department, and of role 4, is what they own', () => {
    expect(dataScopeOf(principal(3, null))).toEqual({ kind: 'own', userId: 'u' });
    expect(dataScopeOf(principal(4, '/d/'))).toEqual({ kind: 'own', userId: 'u' });
  });
});
