import { describe, expect, it } from 'vitest';
import { PasswordHasher } from './password-hasher.ts';

describe('the password hasher', () => {
  it('makes argon2id hashes with at least 19 MiB and two passes, different each time', async () => {
    const hasher = new PasswordHasher();
    const [first, second] = [await hasher.hash('secret'), await hasher.hash('secret')];
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(first) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(second).not.toBe(first);
  });

  it('distinguishes right, wrong and missing passwords', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('密码 with spaces and 🔑');
    expect(await hasher.verify(hash, '密码 with spaces and 🔑')).toBe(true);
    expect(await hasher.verify(hash, '密码 with spaces and')).toBe(false);
    expect(await hasher.verify(null, 'nobody’s password')).toBe(false);
  });

  it('works on two at once, lets some wait, refuses the rest, and works again afterwards', async () => {
    const hasher = new PasswordHasher({ longestQueue: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 9 }, () => hasher.verify(null, 'x')));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map((answer) => answer.reason.code)).toEqual(Array(9 - 2 - 3).fill('overloaded'));
    expect(await hasher.verify(null, 'x')).toBe(false);
  });
});
