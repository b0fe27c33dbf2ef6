import { describe, expect, it } from 'vitest';
import { checkImport, findCycles, findFeatureCycles, isTest } from './import-rules.ts';
import { measureShape, shapeLimits } from './shape.ts';
import { readSourceFiles, type SourceFile } from './source-files.ts';
import { knownDynamicWriters, tablesByOwner } from './table-owners.ts';
import { dynamicWriters, foreignWrites, namedTables, writtenTables } from './table-writes.ts';

const files = readSourceFiles();
const product = files.filter((file) => !isTest(file.path));
const shape = measureShape(files);

function fake(path: string, text: string, imports: string[]): SourceFile {
  return { path, text, code: text, lines: 1, imports, valueImports: imports };
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
    const violations = product.flatMap((file) => file.imports.map((target) => checkImport(file, target)));
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

  it('has no cycles between the features of the server', () => {
    expect(findFeatureCycles(product)).toEqual([]);
  });

  it.each(shapeLimits)('keeps its shape: $name, at most $limit', ({ of, limit }) => {
    expect(of(shape)).toBeLessThanOrEqual(limit);
  });

  it('keeps entry points to 40 lines', () => {
    const entries = ['server/api.ts', 'server/worker.ts', 'server/start.ts'];
    expect(files.filter((file) => entries.includes(file.path)).length).toBe(entries.length);
    expect(files.filter((file) => entries.includes(file.path) && file.lines > 40)).toEqual([]);
  });

  it('names files in kebab-case after their content', () => {
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

  it('constructs services in modules only', () => {
    // A standalone program that needs only two services.
    const programs = ['server/reconcile-tasks.ts'];
    const built = product
      .filter((file) => file.path.startsWith('server/') && !/\.module\.ts$|\/testing\//.test(file.path))
      .filter((file) => !programs.includes(file.path) && /\bnew \w+(Service|Repository)\(/.test(file.text));
    expect(built.map((file) => file.path)).toEqual([]);
  });

  it('keeps SQL out of modules', () => {
    const modules = product.filter((file) => /^server\/(app\.ts$|features\/.*\.module\.ts$)/.test(file.path));
    expect(modules.length).toBeGreaterThan(40);
    const queries = /\bsql\b|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
    expect(modules.filter((file) => queries.test(file.code)).map((file) => file.path)).toEqual([]);
  });

  it('keeps at most 8 source files directly in server', () => {
    const atRoot = product.filter((file) => /^server\/[^/]+\.ts$/.test(file.path)).map((file) => file.path);
    expect(atRoot).toContain('server/app.ts');
    expect(atRoot.length, atRoot.join(', ')).toBeLessThanOrEqual(8);
  });

  it('has one owner for every table', () => {
    const schema = files.find((file) => file.path === 'server/platform/db/schema.ts');
    const body = /export interface DB \{([\s\S]*?)\n\}/.exec(schema?.text ?? '')?.[1] ?? '';
    const tables = [...body.matchAll(/^\s+(\w+): /gm)].map((match) => match[1]);
    expect(tables.length).toBeGreaterThan(100);
    expect(Object.values(tablesByOwner).flat().sort()).toEqual(tables.sort());
    const features = new Set(files.map((file) => /^server\/features\/([^/]+)\//.exec(file.path)?.[1]));
    const unknown = Object.keys(tablesByOwner).filter((owner) => owner !== 'platform' && !features.has(owner));
    expect(unknown).toEqual([]);
  });

  it('writes tables in the feature that owns them only', () => {
    expect(foreignWrites(product, tablesByOwner)).toEqual([]);
  });

  it('names the table of every write, except where the reason is known', () => {
    expect(dynamicWriters(product)).toEqual(Object.keys(knownDynamicWriters).sort());
  });

  it('names no table of a feature in platform', () => {
    const platform = new Set(tablesByOwner.platform);
    const owned = new Set(
      Object.values(tablesByOwner)
        .flat()
        .filter((table) => !platform.has(table)),
    );
    const sources = product.filter(
      (file) => file.path.startsWith('server/platform/') && file.path !== 'server/platform/db/schema.ts',
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.some((file) => namedTables(file, platform).length > 0)).toBe(true);
    const named = sources.flatMap((file) => namedTables(file, owned).map((table) => `${file.path} → ${table}`));
    expect(named).toEqual([]);
  });

  it('keeps the source of a list to 15 members', () => {
    const source = files.find((file) => file.path === 'server/platform/list/list-source.ts');
    const body = /type TypedSource<[\s\S]*?> = \{([\s\S]*?)\n\};/.exec(source?.code ?? '')?.[1] ?? '';
    const members = [...body.matchAll(/^ {2}(\w+)[?:(]/gm)].map((match) => match[1]);
    expect(members).toContain('scope');
    expect(members.length, members.join(', ')).toBeLessThanOrEqual(15);
  });

  it('skips no test and focuses on none', () => {
    const marks = /\b(it|test|describe)\.(skip|only|todo|fixme)\b/;
    const own = files.filter((file) => isTest(file.path) && !file.path.startsWith('scripts/architecture/'));
    expect(own.filter((file) => marks.test(file.text)).map((file) => file.path)).toEqual([]);
  });
});

describe('the measure of shape', () => {
  const measured = measureShape([
    { ...fake('server/a.ts', '', []), code: 'export const used = 1;\nexport const lone = 2;\ntype Given = { a: 1 };' },
    {
      ...fake('server/features/a/b/c.ts', 'what a deed', []),
      code: "import { used } from '../../../a.ts';",
      lines: 401,
    },
    fake('server/features/a/c.test.ts', '', []),
  ]);

  it('counts production files, directories and lines', () => {
    expect(measured.productionFiles).toBe(2);
    expect(measured.rootFiles).toBe(1);
    expect(measured.features).toEqual([{ name: 'server/features/a', files: 1, directories: 1 }]);
    expect(measured.longest).toMatchObject([{ path: 'server/features/a/b/c.ts', lines: 401 }]);
  });

  it('finds unused exports, vague types and private words', () => {
    expect(measured.loneExports).toEqual(['server/a.ts: lone']);
    expect(measured.vagueTypes).toEqual(['server/a.ts: Given']);
    expect(measured.privateWords.get('deed')).toBe(1);
  });
});

describe('the judge of imports', () => {
  it.each([
    [fake('contract/a.ts', '', []), 'react'],
    [fake('web/lib/a.ts', '', []), 'server/api.ts'],
    [fake('server/platform/a.ts', '', []), 'server/features/auth/auth.service.ts'],
    [fake('server/features/a/a.routes.ts', '', []), 'server/features/a/a.repository.ts'],
    [fake('server/features/a/a.service.ts', '', []), 'server/features/b/b.service.ts'],
    [fake('server/features/a/a.module.ts', '', []), 'server/features/b/b.module.ts'],
    [fake('server/features/a/a.service.ts', '', []), 'server/app.ts'],
    [fake('web/features/a/a-page.tsx', '', []), 'web/features/b/b-page.tsx'],
    [fake('web/components/a.tsx', '', []), 'web/features/b/b-page.tsx'],
    [fake('examples/portal/src/a.ts', '', []), 'contract/features/portal.ts'],
    [fake('examples/portal/server/a.ts', '', []), 'server/api.ts'],
  ])('refuses what must not be: %#', (file, target) => {
    expect(checkImport(file, target)).toBeTruthy();
  });

  it('lets a service use the public file of another feature', () => {
    const file = fake('server/features/a/a.service.ts', '', []);
    expect(checkImport(file, 'server/features/b/public.ts')).toBeUndefined();
  });

  it('sees a cycle', () => {
    expect(findCycles([fake('a', '', ['b']), fake('b', '', ['c']), fake('c', '', ['a'])])).toEqual(['a → b → c → a']);
  });

  it('sees a cycle between features that no file closes', () => {
    const one = fake('server/features/a/one.ts', '', ['server/features/b/public.ts']);
    const other = fake('server/features/b/other.ts', '', ['server/features/a/public.ts']);
    expect(findCycles([one, other])).toEqual([]);
    expect(findFeatureCycles([one, other])).toEqual(['a → b → a']);
  });
});

describe('the judge of writes', () => {
  const tables = new Set(['users', 'tasks', 'jobs']);

  it.each([
    'await sql`insert into users (id) values (1)`',
    'sql`with gone as (delete from users where id = 1 returning id) select id from gone`',
    'sql`update users as u set name = 1`',
    'sql`update only users\n      set name = 1`',
    "db.insertInto('users').values({})",
    "transaction\n  .updateTable('users')",
    "db.deleteFrom('users as u')",
  ])('sees a write: %s', (code) => {
    expect(writtenTables({ code }, tables)).toEqual(['users']);
  });

  it.each(["db.selectFrom('users')", 'sql`select id from users for update`', "'update users when they sign in'"])(
    'takes nothing else for one: %s',
    (code) => {
      expect(writtenTables({ code }, tables)).toEqual([]);
    },
  );

  it.each([
    "db.selectFrom('users as u')",
    "query.leftJoin('users as requester', 'requester.id', 'jobs.requested_by')",
    'sql<{ id: string }>`select from other join users on true`',
    'sql`exists (select from files where users.id = 1)`',
    'fold(db, { table: sql`users` })',
  ])('sees a table that is named: %s', (code) => {
    expect(namedTables({ code }, new Set(['users']))).toEqual(['users']);
  });

  it.each(["{ kind: 'users' }", 'users.map((user) => user.id)'])('sees no table in: %s', (code) => {
    expect(namedTables({ code }, new Set(['users']))).toEqual([]);
  });

  it.each(['table', 'sql.table(name)'])('sees a write whose table is an expression: %s', (table) => {
    for (const code of [`sql\`update \${${table}} set a = 1\``, `sql\`insert into \${${table}} (id)\``]) {
      expect(dynamicWriters([fake('server/features/a/b.ts', code, [])])).toEqual(['a']);
    }
    expect(dynamicWriters([fake('server/features/a/b.ts', `db.deleteFrom(${table})`, [])])).toEqual(['a']);
  });

  it('refuses a foreign write, and none of the owner', () => {
    const text = "db.insertInto('users')";
    const files = [fake('server/features/user/a.ts', text, []), fake('server/features/task/b.ts', text, [])];
    expect(foreignWrites(files, { user: ['users'] })).toEqual(['server/features/task/b.ts → users']);
  });
});
