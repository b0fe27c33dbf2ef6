import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { keepOnce } from '../storage/keep-once.ts';

export const keyBytes = 32;

/** Where the key comes from: the operator's setting, or a file beside the data. */
export type SealingKeySource = { given?: Buffer | undefined; file: string };

export function sealingKeySource(config: Pick<Config, 'dataDir' | 'sealingKey'>): SealingKeySource {
  return { given: config.sealingKey, file: path.join(config.dataDir, 'sealing-key') };
}

/**
 * The installation's own key, made at its first use and kept beside the data for its owner's eyes only. Whoever steals
 * the database alone can open nothing that was sealed with it. Several machines need the same one.
 */
export async function readSealingKey({ given, file }: SealingKeySource): Promise<Buffer> {
  if (given) return given;
  const key = await keepOnce(file, () => randomBytes(keyBytes));
  if (key.length !== keyBytes) throw new Error(`${file} is damaged: put it back from a backup`);
  return key;
}
