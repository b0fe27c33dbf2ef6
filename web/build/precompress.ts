import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const textFile = /\.(?:m?js|css|html|svg|json|txt)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` next to every text file of the build, which the server sends as they are. */
export function precompress(): Plugin {
  let outDir = '';
  let failed = false;
  return {
    name: 'lectern:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    // closeBundle runs after failures too, and an error from here would hide the real one.
    buildEnd(error) {
      failed ||= error !== undefined;
    },
    renderError() {
      failed = true;
    },
    closeBundle: {
      sequential: true,
      async handler(error?: Error) {
        if (failed || error) return;
        const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && textFile.test(entry.name));
        await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
    [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [brotli, zipped] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })]);
  if (brotli.length < content.length) await writeFile(`${path}.br`, brotli);
  if (zipped.length < content.length) await writeFile(`${path}.gz`, zipped);
}
