import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SealedBox } from './sealed-box.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'lectern-sealing-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const secret = Buffer.from('a secret of twenty b');

describe('the sealed box', () => {
  it('opens what it sealed, even after a restart, and never reveals it', async () => {
    const file = path.join(directory, 'deep/down/key');
    const sealed = await new SealedBox({ file }).seal(secret, 'for one');
    expect(sealed.includes(secret)).toBe(false);
    expect(await new SealedBox({ file }).open(sealed, 'for one')).toEqual(secret);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).length).toBe(32);
  });

  it('opens nothing for another purpose, with another key, or after a change of any byte', async () => {
    const box = new SealedBox({ file: path.join(directory, 'key-a') });
    const sealed = await box.seal(secret, 'for one');
    expect(await box.open(sealed, 'for another')).toBeUndefined();
    expect(await new SealedBox({ file: path.join(directory, 'key-b') }).open(sealed, 'for one')).toBeUndefined();
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await box.open(changed, 'for one'), `byte ${place}`).toBeUndefined();
    }
    expect(await box.open(Buffer.alloc(5), 'for one')).toBeUndefined();
  });

  it('seals the same secret differently each time, and fingerprints it the same', async () => {
    const box = new SealedBox({ file: path.join(directory, 'key-c') });
    expect(await box.seal(secret, 'x')).not.toEqual(await box.seal(secret, 'x'));
    expect(await box.fingerprint('code', 'x')).toEqual(await box.fingerprint('code', 'x'));
    expect(await box.fingerprint('code', 'x')).not.toEqual(await box.fingerprint('code', 'y'));
  });

  it('makes one key however many start at once', async () => {
    const file = path.join(directory, 'key-d');
    const prints = await Promise.all(
      Array.from({ length: 20 }, () => new SealedBox({ file }).fingerprint('same', 'purpose')),
    );
    expect(new Set(prints.map((print) => print.toString('hex'))).size).toBe(1);
  });

  it('uses the key that it is given, and makes no file then', async () => {
    const [given, file] = [Buffer.alloc(32, 7), path.join(directory, 'key-f')];
    const sealed = await new SealedBox({ given, file }).seal(secret, 'x');
    expect(await new SealedBox({ given, file: path.join(directory, 'key-g') }).open(sealed, 'x')).toEqual(secret);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('refuses a damaged key instead of making another one', async () => {
    const file = path.join(directory, 'key-e');
    await writeFile(file, 'short');
    await expect(new SealedBox({ file }).seal(secret, 'x')).rejects.toThrow(/damaged/);
    expect(await readFile(file, 'utf8')).toBe('short');
  });
});
