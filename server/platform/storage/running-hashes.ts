import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

type Running = { hash: Hash; bytes: number };

const mostKept = 2_000;

/**
 * SHA-256 of files that come in pieces, each byte looked at once while it passes. Kept in memory only: whoever finds
 * nothing here, as after a restart, reads the file again.
 */
export class RunningHashes {
  readonly #running = new Map<string, Running>();

  /** Goes on from the offset, where everything before it was seen here. */
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

  /** The hash of so many bytes, if all of them were seen; may be asked again. */
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

/** Reads a whole file for its hash; others get their turn between the pieces. */
export async function hashOf(source: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk as Buffer);
  return hash.digest();
}
