import { describe, expect, it } from 'vitest';
import { userList } from '../features/user.ts';
import { printAddress, printView, readAddress } from './list-address.ts';

const read = (text: string) => readAddress(userList, new URLSearchParams(text));
const unit = '0197a0d0-0000-7000-8000-000000000001';

describe('the address of a list', () => {
  it('leaves out defaults', () => {
    expect(printAddress(userList, read(''))).toEqual({});
    expect(read('')).toMatchObject({ tab: 'all', search: '', sort: '-created', page: 1, size: 50, refused: [] });
  });

  it('survives a round trip with any filter', () => {
    const text =
      'tab=forbidden&search=li+wei&sort=-name&role=1%2C2&access=allow' +
      `&department=${unit}&lastSignIn=2026-01-01..&created=..2026-02-01&twoFactor=no&createdBy=${unit}&page=3&size=100&cursor=abc`;
    const printed = printAddress(userList, read(text));
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual(printed);
    expect(readAddress(userList, new URLSearchParams(printed))).toEqual(read(text));
  });

  it('leaves out values that do not fit, names them, and does not mind names of others', () => {
    const address = read('role=9&twoFactor=maybe&sort=password_hash&tab=all&id=5&constructor=1&page=-2&size=7');
    expect(address.refused.sort()).toEqual(['role', 'sort', 'twoFactor']);
    expect(address).toMatchObject({ filters: {}, sort: '-created', page: 1, size: 50 });
  });

  it('keeps the location out of a saved view', () => {
    expect(printView(userList, read('search=x&page=4&size=25&cursor=abc'))).toEqual({ search: 'x' });
  });
});
