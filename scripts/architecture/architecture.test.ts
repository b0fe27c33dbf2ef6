import { describe, expect, it } from 'vitest';
import { findCycles, isTest, judgeImport } from './import-rules.ts';
import { readSourceFiles, type SourceFile } from './source-files.ts';

const files = readSourceFiles();
const product = files.filter((file) => !isTest(file.path));
/** Generated files, migrations and message catalogues are as long as what they list. */
const measured = product.filter(
  (file) => !/db\/schema\.ts$|\/i18n\/|contract\/(errors|catalogue|routes)\.ts$/.test(file.path),
);
const sizes = measured.map((file) => file.lines).sort((left, right) => left - right);

function at(share: number): number {
  return sizes[Math.floor((sizes.length - 1) * share)] ?? 0;
}

function fake(path: string, text: string, imports: string[]): SourceFile {
  return { path, text, code: text, lines: 1, imports };
}

describe('the architecture', () => {
  it('is judged on files that were really seen, in every workspace', () => {
    expect(files.length).toBeGreaterThan(100);
    for (const area of [
      'contract/',
      'server/platform/',
      'server/features/',
      'web/lib/',
      'web/features/',
      'e2e/',
      'scripts/',
      'examples/',
    ]) {
      expect(files.filter((file) => file.path.startsWith(area)).length, area).toBeGreaterThan(0);
    }
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(300);
  });

  it('imports only in the allowed directions', () => {
    const violations = product.flatMap((file) => file.imports.map((target) => judgeImport(file, target)));
    expect(violations.filter(Boolean)).toEqual([]);
  });

  it('names only files that exist', () => {
    const known = new Set(files.map((file) => file.path));
    const dead = product.flatMap((file) =>
      file.imports
        .filter((target) => /^(contract|server|web|scripts)\/.*\.tsx?$/.test(target) && !known.has(target))
        .map((target) => `${file.path} → ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(findCycles(product)).toEqual([]);
  });

  it('keeps files small: median at most 70 lines, 95 % at most 250, none above 400', () => {
    expect(measured.filter((file) => file.lines > 400).map((file) => `${file.path}: ${file.lines}`)).toEqual([]);
    expect(at(0.5)).toBeLessThanOrEqual(70);
    expect(at(0.95)).toBeLessThanOrEqual(250);
  });

  it('keeps entry points to 40 lines', () => {
    const entries = ['server/api.ts', 'server/worker.ts', 'server/start.ts', 'server/prepare.ts'];
    expect(files.filter((file) => entries.includes(file.path)).length).toBe(entries.length);
    expect(files.filter((file) => entries.includes(file.path) && file.lines > 40)).toEqual([]);
  });

  it('names files in kebab-case after what they hold', () => {
    const forbidden = /^(index|utils?|helpers?|types|common|misc|constants-all)\.[tj]sx?$/;
    const wrong = files
      .map((file) => file.path.split('/').at(-1) ?? '')
      .filter((name) => forbidden.test(name) || !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs)$/.test(name));
    expect(wrong).toEqual([]);
  });

  it('uses no any and silences no check', () => {
    const escapes = /(:\s*any\b|\bas any\b|<any>|@ts-ignore|@ts-expect-error|@ts-nocheck)/;
    const own = files.filter((file) => !file.path.startsWith('scripts/architecture/'));
    expect(
      own
        .filter((file) => escapes.test(file.code) || /@ts-(ignore|expect-error|nocheck)/.test(file.text))
        .map((file) => file.path),
    ).toEqual([]);
  });

  it('constructs services in the container only', () => {
    const built = product
      .filter((file) => file.path.startsWith('server/') && !/(container|testing)/.test(file.path))
      .filter((file) => /\bnew \w+(Service|Repository)\(/.test(file.text));
    expect(built.map((file) => file.path)).toEqual([]);
  });

  it('skips no test and focuses on none', () => {
    const marks = /\b(it|test|describe)\.(skip|only|todo|fixme)\b/;
    const own = files.filter((file) => isTest(file.path) && !file.path.startsWith('scripts/architecture/'));
    expect(own.filter((file) => marks.test(file.text)).map((file) => file.path)).toEqual([]);
  });
});

describe('the judge of imports', () => {
  it.each([
    [fake('contract/a.ts', '', []), 'react'],
    [fake('web/lib/a.ts', '', []), 'server/api.ts'],
    [fake('server/platform/a.ts', '', []), 'server/features/auth/auth.service.ts'],
    [fake('server/features/a/a.routes.ts', '', []), 'server/features/a/a.repository.ts'],
    [
      fake('server/features/a/a.service.ts', "import { B } from '../b/b.service.ts'", []),
      'server/features/b/b.service.ts',
    ],
    [fake('web/features/a/a-page.tsx', '', []), 'web/features/b/b-page.tsx'],
    [fake('web/components/a.tsx', '', []), 'web/features/b/b-page.tsx'],
    [fake('examples/portal/src/a.ts', '', []), 'contract/features/portal.ts'],
    [fake('examples/portal/server/a.ts', '', []), 'server/api.ts'],
  ])('refuses what must not be: %#', (file, target) => {
    expect(judgeImport(file, target)).toBeTruthy();
  });

  it('lets a service use the type of another feature’s service', () => {
    const file = fake('server/features/a/a.service.ts', "import type { B } from '../b/b.service.ts';", []);
    expect(judgeImport(file, 'server/features/b/b.service.ts')).toBeUndefined();
  });

  it('sees a cycle', () => {
    expect(findCycles([fake('a', '', ['b']), fake('b', '', ['c']), fake('c', '', ['a'])])).toEqual(['a → b → c → a']);
  });
});
