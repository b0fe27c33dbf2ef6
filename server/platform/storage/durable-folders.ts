import type * as nodeFiles from 'node:fs/promises';
import path from 'node:path';

/** What the store needs of the file system; tests give one that fails. */
export type FileSystem = Pick<typeof nodeFiles, 'mkdir' | 'open' | 'rename' | 'rm' | 'stat' | 'statfs' | 'readdir'>;

/** Names in folders that survive a power cut, not only the bytes behind them. */
export class DurableFolders {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  async move(from: string, to: string): Promise<void> {
    await this.make(path.dirname(to));
    await this.#files.rename(from, to);
    await this.sync(path.dirname(to));
  }

  /** Makes what is missing from the root down, each entry durable in the folder above it. */
  async make(folder: string): Promise<void> {
    const first = await this.#files.mkdir(folder, { recursive: true, mode: 0o700 });
    if (!first) return;
    for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
      await this.sync(path.dirname(made));
    }
  }

  async sync(folder: string): Promise<void> {
    const handle = await this.#files.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
