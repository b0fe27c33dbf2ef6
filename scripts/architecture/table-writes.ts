import type { SourceFile } from './source-files.ts';

const statements = [
  /\b(?:insert\s+into|merge\s+into|delete\s+from)\s+(?:only\s+)?([a-z_0-9]+)/g,
  /\bupdate\s+(?:only\s+)?([a-z_0-9]+)(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/g,
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"]([a-z_0-9]+)/g,
];

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

/** Tables a file mentions in SQL or the query builder, for reading or writing. */
export function namedTables({ code }: Pick<SourceFile, 'code'>, tables: ReadonlySet<string>): string[] {
  const texts = [...code.matchAll(sqlText)].map(([, text = '']) => text.replaceAll(/\$\{[^}]*\}/g, ' '));
  const named = [
    ...texts.flatMap((text) => reads.flatMap((pattern) => [...text.matchAll(pattern)])),
    ...code.matchAll(builderReads),
  ];
  return [...new Set(named.flatMap(([, name = '']) => (tables.has(name) ? [name] : [])))].sort();
}

/** Writes from outside the table's owner, as `file → table`. */
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

/** Owners that write to tables named by an expression, which the ownership check can't follow. */
export function dynamicWriters(files: readonly SourceFile[]): string[] {
  const writers = files.flatMap(({ path, code }) => (dynamicWrite.test(code) ? (ownerOf(path) ?? []) : []));
  return [...new Set(writers)].sort();
}

/** Migrations may write to any table; scripts and benchmarks use their own databases. */
function ownerOf(path: string): string | undefined {
  if (path.startsWith('server/platform/db/migrations/') || path.includes('/testing/')) return undefined;
  if (path.startsWith('server/platform/')) return 'platform';
  return /^server\/features\/([^/]+)\//.exec(path)?.[1];
}
