// @vitest-environment node
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyPageArea } from '../lib/testing/all-texts.ts';
import { importsOf } from '../lib/testing/text-areas.ts';

type Chunk = {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  css?: string[];
  isDynamicEntry?: boolean;
};

const dist = path.join(import.meta.dirname, '../dist');
const manifestPath = path.join(dist, '.vite/manifest.json');
const kilobyte = 1_000;

/** What a browser loads before the login page can be used, and what it loads before the app can. */
const login = ['index.html', 'start', 'features/auth/login-page.tsx', '../contract/messages/en/core.ts'];
const app = ['index.html', 'start', 'app', '../contract/messages/en/core.ts', '../contract/messages/en/app.ts'];
/** The pages where a visit usually starts: my resources, all resources, users. */
const firstLists = [
  'app/my-with-setup.tsx',
  'features/resource/list/resource-list-page.tsx',
  'features/user/user-page.tsx',
];
const resourcePage = 'features/resource/detail/resource-detail-page.tsx';
/** Heavy parts that a page loads on demand; each has its own budget on top of its page's. */
const lazyParts: Record<string, { most: number; page?: string }> = {
  'features/palette/palette.tsx': { most: 30 },
  '@wecom/jssdk': { most: 20 },
  'components/chart/chart-canvas.tsx': { most: 190, page: 'features/access-stat/access-stat-page.tsx' },
  'features/upload/upload-tray.tsx': { most: 40 },
  'viewers/pdf/pdf-viewer.tsx': { most: 160, page: resourcePage },
  'viewers/media/video-player.tsx': { most: 10, page: resourcePage },
  'viewers/media/audio-player.tsx': { most: 10, page: resourcePage },
  'viewers/image/image-viewer.tsx': { most: 10, page: resourcePage },
  'viewers/image/image-editor.tsx': { most: 10, page: resourcePage },
  'viewers/text/text-viewer.tsx': { most: 10, page: resourcePage },
};

let manifest: Record<string, Chunk> = {};

beforeAll(() => {
  if (!existsSync(manifestPath))
    throw new Error(`The web is not built: ${manifestPath} is missing. Run npm run build.`);
  manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
});

function chunksOf(keys: readonly string[], found = new Map<string, Chunk>()): Map<string, Chunk> {
  for (const key of keys) {
    const chunk = manifest[key] ?? partNamed(key);
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (found.has(key)) continue;
    found.set(key, chunk);
    chunksOf(chunk.imports ?? [], found);
  }
  return found;
}

/** A chunk that the build gathered, as opposed to one named after its entry. */
function partNamed(name: string): Chunk | undefined {
  return Object.values(manifest).find((chunk) => chunk.name === name && !chunk.src);
}

const zipped = (file: string) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + zipped(file), 0);
const scripts = (keys: readonly string[]) => new Set([...chunksOf(keys).values()].map(({ file }) => file));
const styles = (keys: readonly string[]) => new Set([...chunksOf(keys).values()].flatMap(({ css }) => css ?? []));

function pages(): string[] {
  return Object.keys(manifest).filter((key) => /^features\/.+-page\.tsx$/.test(key) && !login.includes(key));
}

const kebab = (area: string) => area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** Text files that a page needs beyond the app's. */
function textsOf(page: string): string[] {
  const areas = importsOf('app/pages.ts').later.find(({ file }) => file === page)?.areas ?? [];
  return areas.map((area) => `../contract/messages/en/${kebab(area)}.ts`);
}

describe('the bytes of a first visit', () => {
  it('are at most 105 KB of script for the login page', () => {
    const bytes = sum(scripts(login));
    expect(bytes).toBeGreaterThan(50 * kilobyte);
    expect(bytes).toBeLessThanOrEqual(105 * kilobyte);
  });

  it('load no router, query cache, schemas or app code before login', () => {
    const files = [...scripts(login)].map((file) => path.basename(file).replace(/-[\w-]{8}\.js$/, ''));
    expect(files).toContain('react');
    for (const later of ['libraries', 'app', 'lists']) expect(files).not.toContain(later);
  });

  it('are at most 50 KB of font, in one file', () => {
    const fonts = readdirSync(path.join(dist, 'assets')).filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
    expect(fonts).toHaveLength(1);
    expect(statSync(path.join(dist, 'assets', fonts[0] ?? '')).size).toBeLessThanOrEqual(50 * kilobyte);
  });

  it('come from our host only, without inline scripts', () => {
    const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !/^\/(?!\/)/.test(address ?? ''))).toEqual([]);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).toContain('<noscript>Enable JavaScript to run this app.</noscript>');
    expect(html).toContain('<html lang="en">');
    for (const file of styles([...login, ...app])) {
      expect(readFileSync(path.join(dist, file), 'utf8')).not.toMatch(/url\(["']?(https?:)?\/\/|@import/);
    }
  });
});

describe('the bytes of a page', () => {
  it('are at most 270 KB of script for a list opened first, including the app', () => {
    for (const page of firstLists) {
      expect(sum(scripts([...app, page])), `script of ${page}`).toBeLessThanOrEqual(270 * kilobyte);
    }
  });

  // The palette's style is included, because every page loads it soon after.
  it('are at most 10.5 KB of style for a list opened first, and 5 KB more for any other', () => {
    for (const page of firstLists) {
      expect(sum(styles([...app, page])), `style of ${page}`).toBeLessThanOrEqual(10.5 * kilobyte);
    }
    const loaded = styles(app);
    for (const page of pages()) {
      const more = [...styles([page])].filter((file) => !loaded.has(file));
      expect(sum(more), `style of ${page}`).toBeLessThanOrEqual(5 * kilobyte);
    }
  });

  it('are at most 60 KB of script more for any further one, texts included', () => {
    const loaded = scripts([...app, ...firstLists.slice(0, 1)]);
    for (const page of pages()) {
      const more = [...scripts([page, ...textsOf(page)])].filter((file) => !loaded.has(file));
      expect(sum(more), page).toBeLessThanOrEqual(60 * kilobyte);
    }
  });

  it('hold no texts of single pages in what everybody loads', () => {
    const loaded = scripts([...app, ...firstLists]);
    for (const area of everyPageArea) {
      const own = manifest[`../contract/messages/en/${kebab(area)}.ts`];
      expect(own, `${area} has no part of its own`).toBeDefined();
      expect(loaded.has(own?.file ?? ''), area).toBe(false);
    }
  });

  it('are bounded by name for the parts that load when they are used', () => {
    for (const [part, { most, page }] of Object.entries(lazyParts)) {
      const loaded = scripts(page ? [...app, page] : app);
      const key = Object.keys(manifest).find((name) => name.includes(part));
      if (!key) throw new Error(`The build has no part of its own for ${part}`);
      const more = [...scripts([key])].filter((file) => !loaded.has(file));
      expect(more.length, `${part} is loaded with the app`).toBeGreaterThan(0);
      expect(sum(more), part).toBeLessThanOrEqual(most * kilobyte);
    }
  });
});

describe('the text files of the build', () => {
  it('lie compressed beside themselves, ready to be sent', () => {
    const assets = readdirSync(path.join(dist, 'assets'));
    const big = assets.filter(
      (file) => /\.(js|css)$/.test(file) && statSync(path.join(dist, 'assets', file)).size > 500,
    );
    expect(big.length).toBeGreaterThan(10);
    expect(big.filter((file) => !assets.includes(`${file}.br`) || !assets.includes(`${file}.gz`))).toEqual([]);
  });
});
