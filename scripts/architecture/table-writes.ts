import type { SourceFile } from './source-files.ts';

const statements = [
  /\b(?:insert\s+into|merge\s+into|delete\s+from)\s+(?:only\s+)?([a-z_0-9]+)/g,
  /\bupdate\s+(?:only\s+)?([a-z_0-9]+)(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/g,
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"]([a-z_0-9]+)/g,
];

/** The tables that a file writes, by SQL or by query builder. */
export function writtenTables({ code }: Pick<SourceFile, 'code'>, tables: ReadonlySet<string>): string[] {
  const named = statements.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
  return [...new Set(named.filter((name) => tables.has(name)))].sort();
}

const sqlText = /\bsql(?:<[^`]*?>)?`([^`]*)`/g;
const reads = [
  /\b(?:from|join|into|table|update|using)\s+(?:only\s+)?([a-z_0-9]+)/g,
  /(?:^|[^.\w])([a-z_0-9]+)\.[a-z_]+/g,
  /^\s*([a-z_0-9]+)\s*$/g,
];
const builderReads =
  /(?:\.(?:selectFrom|(?:inner|left|right|full)Join|insertInto|updateTable|deleteFrom|mergeInto)|\bsql\.table)\(\s*['"]([a-z_0-9]+)/g;

/** The tables that a file names in SQL or by query builder, to read or to write. */
export function namedTables({ code }: Pick<SourceFile, 'code'>, tables: ReadonlySet<string>): string[] {
  const texts = [...code.matchAll(sqlText)].map(([, text = '']) => text.replaceAll(/\$\{[^}]*\}/g, ' '));
  const named = [
    ...texts.flatMap((text) => reads.flatMap((pattern) => [...text.matchAll(pattern)])),
    ...code.matchAll(builderReads),
  ];
  return [...new Set(named.flatMap(([, name = '']) => (tables.has(name) ? [name] : [])))].sort();
}

/** Writes by files outside the owner of the table, as `file → table`. */
export function foreignWrites(
  files: readonly SourceFile[],
  tablesByOwner: Readonly<Record<string, readonly string[]>>,
): string[] {
  const owners = new Map(Object.entries(tablesByOwner).flatMap(([owner, names]) => names.map((name) => [name, owner])));
  const tables = new Set(owners.keys());
  const writes = files.flatMap((file) => {
    const owner = ownerOf(file.path);
    if (!owner) return [];
    const foreign = writtenTables(file, tables).filter((table) => owners.get(table) !== owner);
    return foreign.map((table) => `${file.path} → ${table}`);
  });
  return writes.sort();
}

const dynamicWrite =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|update)\s+(?:only\s+)?\$\{|\.(?:insertInto|updateTable|deleteFrom)\(\s*[^'"\s]/;

/** Owners with a write whose table is an expression, which the check of owners can't follow. */
export function dynamicWriters(files: readonly SourceFile[]): string[] {
  const writers = files.flatMap(({ path, code }) => (dynamicWrite.test(code) ? (ownerOf(path) ?? []) : []));
  return [...new Set(writers)].sort();
}

/** Migrations write what they like; scripts and benchmarks work on databases of their own. */
function ownerOf(path: string): string | undefined {
  if (path.startsWith('server/platform/db/migrations/') || path.includes('/testing/')) return undefined;
  if (path.startsWith('server/platform/')) return 'platform';
  return /^server\/features\/([^/]+)\//.exec(path)?.[1];
}
