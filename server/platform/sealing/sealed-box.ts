import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { keepOnce } from '../storage/keep-once.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Locks small secrets away with the installation's key. What was sealed opens only for the same purpose, such as one
 * person's second factor: nobody can move it to another row.
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

  /** Nothing when it was sealed for something else, with another key, or was changed. */
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

  /** A fingerprint that nobody can compute, or try guesses against, without the key. */
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

/** Where the key comes from: the operator's setting, or a file beside the data. */
type SealingKeySource = { given?: Buffer | undefined; file: string };

export function sealingKeySource(config: Pick<Config, 'dataDir' | 'sealingKey'>): SealingKeySource {
  return { given: config.sealingKey, file: path.join(config.dataDir, 'sealing-key') };
}

/**
 * The installation's own key, made at its first use and kept beside the data for its owner's eyes only. Whoever steals
 * the database alone can open nothing that was sealed with it. Several machines need the same one.
 */
async function readSealingKey({ given, file }: SealingKeySource): Promise<Buffer> {
  if (given) return given;
  const key = await keepOnce(file, () => randomBytes(keyBytes));
  if (key.length !== keyBytes) throw new Error(`${file} is damaged: put it back from a backup`);
  return key;
}
