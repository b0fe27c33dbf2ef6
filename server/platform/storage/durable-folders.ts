import type * as nodeFiles from 'node:fs/promises';
import path from 'node:path';

/** The file system calls that the store uses; tests substitute one that fails. */
export type FileSystem = Pick<typeof nodeFiles, 'mkdir' | 'open' | 'rename' | 'rm' | 'stat' | 'statfs' | 'readdir'>;

/** Syncs directory entries, so file names survive a power cut along with their bytes. */
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

  /** Creates missing directories from the root down, syncing each entry in its parent. */
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
