import { createReadStream, existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path, { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

const web = path.join(import.meta.dirname, '..');
/** What is there before anybody is known to be signed in stays as it is: the login page is to bring nothing else. */
const start = ['app/main.ts', 'app/bootstrap.tsx', 'features/auth/login-page.tsx'];
const app = 'app/signed-in-app.tsx';
/** Come on every page, later than the page: they are not to wait for all of a list. */
const palette = 'features/palette/palette.tsx';
const uploadTray = 'features/upload/upload-tray.tsx';
const listsOfResources = ['features/my/my-page.tsx', 'features/resource/list/resource-list-page.tsx'] as const;
const listOfPeople = 'features/user/user-page.tsx';

/**
 * Names the one file for modules that are nearly always fetched together. Left alone, the bundler makes a file for
 * every set of pages that share something: eighty small ones for a first page, each with a request of its own, and small
 * files compress badly.
 */
export function gatherParts(): (id: string, graph: ModuleGraph) => string | undefined {
  let parts: [string, Set<string>][] | undefined;
  return (id, graph) => {
    parts ??= partsOf(graph);
    return parts.find(([, modules]) => modules.has(id))?.[0];
  };
}

/** The first that has a module gets it. Each needs only itself and those above, so no two files wait for each other. */
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

/** Everything that these import, but not they themselves: each is fetched by a file of its own. */
function reached(graph: ModuleGraph, entries: readonly string[]): Set<string> {
  const ids = entries.map((entry) => path.join(web, entry));
  const found = new Set(ids);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return new Set([...found].filter((id) => !ids.includes(id)));
}

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
