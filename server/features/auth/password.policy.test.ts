import { describe, expect, it } from 'vitest';
import { faultOf, faultWords } from './password.policy.ts';

const rule = { account: 'mei.lin', minLength: 10, oldPassword: 'the one before' };

describe('the password policy', () => {
  it.each([
    ['123456789', 'tooShort'],
    ['🔑'.repeat(9), 'tooShort'],
    ['x'.repeat(201), 'tooLong'],
    ['the one before', 'sameAsOld'],
    ['QWERTYUIOP', 'common'],
    ['1234567890', 'common'],
    ['kfw7 3mzc v8', undefined],
    ['密码密码密码密码密码', undefined],
    ['x'.repeat(200), undefined],
  ])('judges %s', (password, fault) => {
    expect(faultOf(password, rule)).toBe(fault);
  });

  it('does not take the account, however it is spelt', () => {
    expect(faultOf(' MEI.LIN   ', { ...rule, minLength: 8 })).toBe('sameAsAccount');
  });

  it('does not take it as a part either, unless it is so short that chance puts it there', () => {
    expect(faultOf('my Mei.Lin 2026', rule)).toBe('containsAccount');
    expect(faultOf('a long limousine', { ...rule, account: 'lim' })).toBeUndefined();
  });

  it('explains the problem in both languages', () => {
    expect(faultWords('tooShort', 12)).toEqual({ en: 'At least 12 characters', zh: '至少 12 个字符' });
  });
});
