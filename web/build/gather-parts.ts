import { createReadStream, existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path, { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

const web = path.join(import.meta.dirname, '..');
/**
 * Entry points that load before sign-in is known. Their modules stay in place, so the login page loads nothing extra.
 */
const start = ['app/main.ts', 'app/bootstrap.tsx', 'features/auth/login-page.tsx'];
const app = 'app/signed-in-app.tsx';
/** These load on every page, but later, so they must not wait for all the list code. */
const palette = 'features/palette/palette.tsx';
const uploadTray = 'features/upload/upload-tray.tsx';
const listsOfResources = ['features/my/my-page.tsx', 'features/resource/list/resource-list-page.tsx'] as const;
const listOfPeople = 'features/user/user-page.tsx';

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
  const before = reached(graph, start);
  const [mine, all] = listsOfResources.map((page) => reached(graph, [page])) as [Set<string>, Set<string>];
  const resources = [...mine].filter((id) => all.has(id) && !before.has(id));
  const sharedWith = (entry: string) => {
    const others = reached(graph, [entry]);
    return new Set(resources.filter((id) => others.has(id)));
  };
  return [
    ['app', new Set([...reached(graph, [app])].filter((id) => !before.has(id)))],
    ['found', sharedWith(palette)],
    ['uploads', sharedWith(uploadTray)],
    ['lists', sharedWith(listOfPeople)],
    ['resources', new Set(resources)],
  ];
}

/** Everything that these entries import statically, without the entries themselves, which get chunks of their own. */
function reached(graph: ModuleGraph, entries: readonly string[]): Set<string> {
  const ids = entries.map((entry) => path.join(web, entry));
  const found = new Set(ids);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return new Set([...found].filter((id) => !ids.includes(id)));
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
