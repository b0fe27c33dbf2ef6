import { openArchive } from '../archive/open-archive.ts';
import { extensionOf, formatOf } from './formats.ts';
import type { Detected, FilePart } from './port.ts';

const mostParts = 50_000;
/** Documents are written out while they are read: more than this, and more than that many times their size, is a bomb. */
const inflatedBytes = 100 * 1024 ** 2;
const inflatedTimes = 100;

const mainParts: Record<string, string> = {
  'word/document.xml': 'doc',
  'xl/workbook.xml': 'xls',
  'xl/workbook.bin': 'xls',
  'ppt/presentation.xml': 'ppt',
};
const mediaTypes: Record<string, string> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
};

/** What a ZIP file is: a document of today's kinds, or just an archive. */
export async function packageFormat(file: FilePart, fileName: string): Promise<Detected> {
  const archive = await openArchive(file).catch(() => undefined);
  if (!archive) return { problem: 'damaged' };
  let inflated = 0;
  let parts = 0;
  let main: string | undefined;
  let macros = false;
  let mediaType: string | undefined;
  try {
    for await (const entry of archive.entries()) {
      parts += 1;
      inflated += entry.sizeBytes;
      main ??= mainParts[entry.name];
      macros ||= /(^|\/)vbaProject\.bin$/.test(entry.name);
      if (entry.name === 'mimetype' && entry.sizeBytes < 200) mediaType = (await entry.readAll(200)).toString().trim();
      if (parts > mostParts) return { problem: 'inflates' };
    }
  } catch {
    // Archives are judged once more, entry by entry, when they are unpacked; a document must be sound.
    if (extensionOf(fileName) !== 'zip') return { problem: 'damaged' };
  } finally {
    archive.close();
  }
  const known = mediaType ? mediaTypes[mediaType] : main && `${main}${macros ? 'm' : 'x'}`;
  if (!known) {
    const extension = extensionOf(fileName);
    if (extension === 'zip') return { kind: 'archive', format: 'zip', contentType: 'application/zip' };
    return extension ? { problem: 'differs', extension } : { problem: 'refused', what: 'zip' };
  }
  if (inflated > inflatedBytes && inflated > file.sizeBytes * inflatedTimes) return { problem: 'inflates' };
  return formatOf(known);
}
