import { describe, expect, it } from 'vitest';
import { base32, codeOf, matchingStep, otpauthUri, stepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i are those of RFC 6238', (second, code) => {
    expect(codeOf(secret, stepAt(second * 1000))).toBe(code);
  });

  it('count for one step to either side, and no further', () => {
    const now = 1_234_567_890_000;
    const step = stepAt(now);
    for (const distance of [-1, 0, 1]) {
      expect(matchingStep(secret, codeOf(secret, step + distance), now, null)).toBe(step + distance);
    }
    for (const distance of [-2, 2]) {
      expect(matchingStep(secret, codeOf(secret, step + distance), now, null)).toBeUndefined();
    }
  });

  it('count once: neither the step that was used nor one before it is taken again', () => {
    const now = 1_234_567_890_000;
    const step = stepAt(now);
    expect(matchingStep(secret, codeOf(secret, step), now, step)).toBeUndefined();
    expect(matchingStep(secret, codeOf(secret, step - 1), now, step)).toBeUndefined();
    expect(matchingStep(secret, codeOf(secret, step + 1), now, step)).toBe(step + 1);
  });

  it.each(['', '12345', '1234567', '１２３４５６', 'abcdef'])('refuse %j without a fuss', (code) => {
    expect(matchingStep(secret, code, 0, null)).toBeUndefined();
  });

  it('are passed to apps by an address that keeps spaces and signs', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    const uri = otpauthUri(secret, 'Campus & media', 'li wei@x');
    expect(uri).toBe(
      'otpauth://totp/Campus%20%26%20media:li%20wei%40x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Campus%20%26%20media',
    );
  });
});
