import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { keepOnce } from '../storage/keep-once.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts small secrets with the installation's key. A sealed secret opens only for the same purpose, such as one
 * person's second factor, so nobody can move it to another row.
 */
export class SealedBox {
  readonly #source: SealingKeySource;
  #key: Promise<Buffer> | undefined;

  constructor(source: SealingKeySource) {
    this.#source = source;
  }

  async seal(secret: Buffer, purpose: string): Promise<Buffer> {
    const nonce = randomBytes(nonceBytes);
    const lock = createCipheriv(cipher, await this.#keyFor('seal'), nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([lock.update(secret), lock.final()]);
    return Buffer.concat([nonce, lock.getAuthTag(), sealed]);
  }

  /** undefined when it was sealed for another purpose, with another key, or was modified. */
  async open(sealed: Buffer, purpose: string): Promise<Buffer | undefined> {
    if (sealed.length < nonceBytes + tagBytes) return undefined;
    const nonce = sealed.subarray(0, nonceBytes);
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
    const lock = createDecipheriv(cipher, await this.#keyFor('seal'), nonce)
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag);
    try {
      return Buffer.concat([lock.update(sealed.subarray(nonceBytes + tagBytes)), lock.final()]);
    } catch {
      return undefined;
    }
  }

  /** A keyed hash: nobody can compute it, or test guesses against it, without the key. */
  async fingerprint(text: string, purpose: string): Promise<Buffer> {
    return createHmac('sha256', await this.#keyFor('fingerprint'))
      .update(`${purpose}\0${text}`)
      .digest();
  }

  async #keyFor(use: string): Promise<Buffer> {
    this.#key ??= readSealingKey(this.#source).catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return Buffer.from(hkdfSync('sha256', await this.#key, '', `lectern ${use}`, keyBytes));
  }
}

const keyBytes = 32;

/** Source of the key: the operator's setting, or a file in the data directory. */
type SealingKeySource = { given?: Buffer | undefined; file: string };

export function sealingKeySource(config: Pick<Config, 'dataDir' | 'sealingKey'>): SealingKeySource {
  return { given: config.sealingKey, file: path.join(config.dataDir, 'sealing-key') };
}

/**
 * The installation's key, created on first use in a file in the data directory that only its owner can read, so a
 * stolen database alone reveals no secret. Several machines need the same key.
 */
async function readSealingKey({ given, file }: SealingKeySource): Promise<Buffer> {
  if (given) return given;
  const key = await keepOnce(file, () => randomBytes(keyBytes));
  if (key.length !== keyBytes) throw new Error(`${file} is damaged: put it back from a backup`);
  return key;
}
