import { createReadStream, existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** Letters that files leave out, tables of Chinese, Japanese and Korean characters, and decoders of rare pictures. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** Compiled code that the content policy does not let run. */
const unused = /\.wasm$|quickjs/;

/** Puts what PDF files need besides the script where the viewer looks for it: below the assets, by the version. */
export function pdfParts(): Plugin {
  let outDir = '';
  const base = async () => {
    const { version } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
    return `assets/pdfjs-${version}`;
  };
  return {
    name: 'lectern:pdf-parts',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const target = join(outDir, await base());
      for (const folder of folders) {
        const filter = (source: string) => !unused.test(source);
        await cp(join(library, folder), join(target, folder), { recursive: true, filter });
      }
    },
    async configureServer(server) {
      const prefix = `/${await base()}/`;
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        const file = normalize(join(library, path.slice(prefix.length)));
        if (!path.startsWith(prefix) || !file.startsWith(library) || !existsSync(file)) return next();
        if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        createReadStream(file).pipe(response);
      });
    },
  };
}
