import { createReadStream, existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path, { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

const web = path.join(import.meta.dirname, '..');
const contract = path.join(web, '../contract/');
const main = 'app/main.ts';
const bootstrap = 'app/bootstrap.tsx';
const login = 'features/auth/login-page.tsx';
const app = 'app/signed-in-app.tsx';
/** These load on every page, but later, so they must not wait for all the list code. */
const palette = 'features/palette/palette.tsx';
const uploadTray = 'features/upload/upload-tray.tsx';
const listsOfResources = ['features/my/my-page.tsx', 'features/resource/list/resource-list-page.tsx'] as const;

/**
 * Puts modules that are nearly always loaded together into one named chunk. Left alone, the bundler creates a chunk
 * for every set of pages that share something: eighty small files for the first page, each a separate request and
 * poorly compressed.
 */
export function gatherParts(): (id: string, graph: ModuleGraph) => string | undefined {
  let parts: [string, Set<string>][] | undefined;
  return (id, graph) => {
    parts ??= partsOf(graph);
    return parts.find(([, modules]) => modules.has(id))?.[0];
  };
}

/**
 * A module goes to the first part that contains it. Each part depends only on earlier ones, so chunks never form a
 * cycle.
 */
function partsOf(graph: ModuleGraph): [string, Set<string>][] {
  const first = reached(graph, main);
  const atLogin = reached(graph, login);
  const inApp = reached(graph, app);
  const inPalette = reached(graph, palette);
  const inTray = reached(graph, uploadTray);
  const [mine, all] = listsOfResources.map((page) => reached(graph, page)) as [Set<string>, Set<string>];
  const lists = only(mine, (id) => all.has(id));
  const laterToo = only(lists, (id) => inPalette.has(id) || inTray.has(id));
  // Endpoint declarations of the palette, which single pages need too.
  const declarations = only(inPalette, (id) => id.startsWith(contract));
  const start = new Set([...reached(graph, bootstrap), ...only(atLogin, (id) => inApp.has(id))]);
  const beforeApp = new Set([...first, ...atLogin]);
  return [
    ['start', only(start, (id) => !first.has(id))],
    ['app', only(new Set([...inApp, ...laterToo, ...declarations]), (id) => !beforeApp.has(id))],
    ['lists', only(lists, (id) => !beforeApp.has(id))],
  ];
}

function only(modules: Set<string>, accept: (id: string) => boolean): Set<string> {
  return new Set([...modules].filter(accept));
}

/** An entry and everything that it imports statically. */
function reached(graph: ModuleGraph, entry: string): Set<string> {
  const found = new Set([path.join(web, entry)]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** Fonts that PDF files leave out, CJK character maps, and decoders for rare image formats. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** Compiled code that the content security policy blocks. */
const unused = /\.wasm$|quickjs/;

/** Copies what PDF.js needs besides its script to the versioned assets folder where the viewer looks for it. */
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
