import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Ordinary teaching texts from a folder laid out like the shared data: ground truth for documents, pictures and
 * speech, and summaries.
 */
export function readOrdinaryTexts(folder: string): string[] {
  return [
    ...textsIn(path.join(folder, 'documents', 'gt')),
    ...textsIn(path.join(folder, 'documents', 'regular')),
    ...textsIn(path.join(folder, 'ocr', 'gt')),
    ...speech(path.join(folder, 'speech', 'manifest.json')),
    ...rowsIn(path.join(folder, 'summaries')),
  ];
}

export function readWords(folder: string, name: string): string[] {
  const lines = readFileSync(path.join(folder, 'wordlists', name), 'utf8').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(md|txt|csv)$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

function speech(manifest: string): string[] {
  if (!existsSync(manifest)) return [];
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { ref?: string }[]).map(({ ref }) => ref ?? '');
}

function rowsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const rows = readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return rows
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const { source, target } = JSON.parse(row) as { source: string | string[]; target: string | string[] };
      return [source, target].flat().join('\n');
    });
}
