import { type ResourceFields, resourceFields } from '@lectern/contract/features/resource.ts';
import type { z } from 'zod';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import { type ReadTable, readTable } from '../../engines/table/read-table.ts';

/** Metadata of one file from the archive's table; tags and subjects are given by name. */
export type FileMetadata = {
  title?: string;
  fields: Partial<Omit<ResourceFields, 'title' | 'tagIds' | 'subjectId'>>;
  tags: string[];
  subject: string | undefined;
  /** Columns with invalid values. */
  notUnderstood: string[];
};

export const metadataFile = 'metadata.csv';
const mostRows = 10_000;

const headings: Record<string, string> = {
  file: 'file',
  filename: 'file',
  path: 'file',
  文件: 'file',
  文件名: 'file',
  title: 'title',
  标题: 'title',
  description: 'description',
  描述: 'description',
  简介: 'description',
  tags: 'tags',
  keywords: 'tags',
  标签: 'tags',
  language: 'language',
  语言: 'language',
  author: 'author',
  作者: 'author',
  year: 'year',
  年份: 'year',
  source: 'source',
  来源: 'source',
  alttext: 'altText',
  替代文本: 'altText',
  licence: 'licence',
  license: 'licence',
  许可: 'licence',
  licenceuntil: 'licenceUntil',
  visibility: 'visibility',
  可见范围: 'visibility',
  subject: 'subject',
  学科: 'subject',
};

/** Reads `metadata.csv` (a heading, then one line per file), keyed by path and by bare file name. */
export function readMetadata(run: RunSandboxed, bytes: Uint8Array): Promise<Map<string, FileMetadata>> {
  return readTable(run, bytes, metadataByFile, { limits: { rows: mostRows } });
}

async function metadataByFile({ batches }: ReadTable): Promise<Map<string, FileMetadata>> {
  const found = new Map<string, FileMetadata>();
  let columns: (string | undefined)[] | undefined;
  for await (const lines of batches) {
    for (const { cells } of lines) {
      if (!columns) {
        columns = cells.map((cell) => headings[cell.replace(/[\s_-]/g, '').toLowerCase()]);
        continue;
      }
      const values = Object.fromEntries(columns.flatMap((name, at) => (name ? [[name, cells[at]?.trim() ?? '']] : [])));
      if (values.file) found.set(keyOf(values.file), metadataOf(values));
    }
  }
  return found;
}

export function metadataFor(found: Map<string, FileMetadata>, folder: string, name: string): FileMetadata | undefined {
  return found.get(keyOf(folder ? `${folder}/${name}` : name)) ?? found.get(keyOf(name));
}

function keyOf(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .normalize('NFC')
    .toLowerCase();
}

function metadataOf(values: Record<string, string>): FileMetadata {
  const fields: Record<string, unknown> = {};
  const notUnderstood: string[] = [];
  for (const name of [
    'description',
    'language',
    'author',
    'year',
    'source',
    'altText',
    'licence',
    'licenceUntil',
    'visibility',
  ] as const) {
    const given = values[name];
    if (!given) continue;
    const schema: z.ZodType = resourceFields[name];
    const parsed = schema.safeParse(name === 'year' ? Number(given) : given);
    if (parsed.success) fields[name] = parsed.data;
    else notUnderstood.push(name);
  }
  const title = values.title ? resourceFields.title.safeParse(values.title) : undefined;
  if (title && !title.success) notUnderstood.push('title');
  const tags = (values.tags ?? '').split(/[;,，；、|]/).map((tag) => tag.trim().slice(0, 60));
  return {
    ...(title?.success && { title: title.data }),
    fields: fields as FileMetadata['fields'],
    tags: [...new Set(tags.filter(Boolean))].slice(0, 50),
    subject: values.subject || undefined,
    notUnderstood,
  };
}
