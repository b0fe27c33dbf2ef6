import { chunkLoadTimeoutMs } from '@lectern/contract/constants.ts';

/** Thrown when a page's code didn't load in time. */
export class ChunkTimeout extends Error {
  override readonly name = 'ChunkTimeout';
}

/** Rejects after a timeout; `import()` itself would wait forever. */
export async function inChunkTime<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('A part of the page did not arrive in time')), chunkLoadTimeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
}
