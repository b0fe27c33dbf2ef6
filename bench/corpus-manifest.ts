import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Listed = { path: string; expect: string };

/**
 * Lists the files of a corpus and their expected outcomes, from its `manifest.json` or those of its subfolders. Files
 * in a manifest without expectations should be accepted, unless their set is hostile.
 */
export function readCorpus(folder: string): Listed[] {
  if (existsSync(path.join(folder, 'manifest.json'))) return readManifest(folder);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const below = path.join(folder, name);
      if (!existsSync(path.join(below, 'manifest.json'))) return [];
      return readManifest(below).map((file) => ({ ...file, path: path.join(name, file.path) }));
    });
}

type Attacks = { files: Listed[] };
type Material = { file: string; set?: string }[];

function readManifest(folder: string): Listed[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Attacks | Material;
  if (Array.isArray(manifest)) {
    return manifest.map(({ file, set }) => ({ path: file, expect: set === 'hostile' ? 'any-clean' : 'accept' }));
  }
  // `lists/` holds input strings for form fields, not files to upload.
  return manifest.files.filter((file) => !file.path.startsWith('lists/'));
}
