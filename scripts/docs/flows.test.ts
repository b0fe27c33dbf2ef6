import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../server/testing/postgres.ts';

const docs = path.join(import.meta.dirname, '../../docs');
const readDoc = (name: string) => readFileSync(path.join(docs, name), 'utf8');

/** `table.trigger` for every table row that starts with trigger names and a table name. */
function listedTriggers(text: string): string[] {
  const rows = [...text.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| `(\w+)` \|/gm)];
  return rows.flatMap(([, names = '', table]) => [...names.matchAll(/\w+/g)].map(([trigger]) => `${table}.${trigger}`));
}

async function triggersOfDatabase(): Promise<string[]> {
  const { databaseUrl, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`
      select pg_class.relname || '.' || tgname as name
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and tgparentid = 0 and relnamespace = 'public'::regnamespace`);
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
    await drop();
  }
}

describe('docs/flows.md', () => {
  it('lists every trigger of the database once, and no other', async () => {
    expect(listedTriggers(readDoc('flows.md')).sort()).toEqual((await triggersOfDatabase()).sort());
  });
});

describe.each(['flows.md', 'glossary.md'])('the links of docs/%s', (name) => {
  it('link to existing files', () => {
    const targets = [...readDoc(name).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !existsSync(path.join(docs, target)))).toEqual([]);
  });

  it('are labelled with the name of their file', () => {
    const links = [...readDoc(name).matchAll(/\[([\w.-]+\.tsx?)\]\(([^)#]+)/g)];
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(([, label, target = '']) => label !== path.basename(target)).map(([link]) => link)).toEqual([]);
  });
});
