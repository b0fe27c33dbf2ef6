import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

type Running = { hash: Hash; bytes: number };

const mostKept = 2_000;

/**
 * Incremental SHA-256 of files uploaded in pieces. Kept in memory only: without an entry, such as after a restart, the
 * file is read again.
 */
export class RunningHashes {
  readonly #running = new Map<string, Running>();

  /** Continues from the offset if all bytes before it were hashed here. */
  resume(storeKey: string, offsetBytes: number): { update(chunk: Uint8Array): void } {
    let running = this.#running.get(storeKey);
    if (running?.bytes !== offsetBytes) {
      this.#running.delete(storeKey);
      if (offsetBytes > 0) return { update: () => undefined };
      running = { hash: createHash('sha256'), bytes: 0 };
      this.#keep(storeKey, running);
    }
    const going = running;
    return {
      update: (chunk) => {
        going.hash.update(chunk);
        going.bytes += chunk.length;
      },
    };
  }

  /** The hash of the first `sizeBytes` bytes if all were seen, else undefined; can be called repeatedly. */
  digest(storeKey: string, sizeBytes: number): Buffer | undefined {
    const running = this.#running.get(storeKey);
    return running?.bytes === sizeBytes ? running.hash.copy().digest() : undefined;
  }

  forget(storeKey: string): void {
    this.#running.delete(storeKey);
  }

  #keep(storeKey: string, running: Running): void {
    this.#running.set(storeKey, running);
    const [oldest] = this.#running.keys();
    if (this.#running.size > mostKept && oldest !== undefined) this.#running.delete(oldest);
  }
}

/** Hashes a whole file as a stream, so other work runs between chunks. */
export async function hashOf(source: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk as Buffer);
  return hash.digest();
}
