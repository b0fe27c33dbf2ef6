import { readFile } from 'node:fs/promises';
import { CFB } from '@e965/xlsx';
import yauzl from 'yauzl';

const { file, format } = JSON.parse(process.argv[2] ?? '') as { file: string; format: string };
const bytes = await readFile(file);
const found = format.startsWith('od') ? await openDocument(bytes) : compound(bytes, format);
process.stdout.write(found ? 'protected' : 'open');

/** Old Office files mark encryption at the start of their main stream. */
function compound(content: Buffer, kind: string): boolean {
  const container = CFB.read(content, { type: 'buffer' });
  const stream = (name: string) => {
    const entry = CFB.find(container, name);
    return entry ? Buffer.from(entry.content as Uint8Array) : undefined;
  };
  if (stream('EncryptedPackage')) return true;
  // The encryption flag in the file information block.
  if (kind === 'doc') return ((stream('WordDocument')?.readUInt16LE(10) ?? 0) & 0x0100) !== 0;
  // The header token that marks encrypted presentations.
  if (kind === 'ppt') return stream('Current User')?.readUInt32LE(12) === 0xf3d1c4df;
  return kind === 'xls' && hasPasswordRecord(stream('Workbook') ?? stream('Book'));
}

function hasPasswordRecord(book: Buffer | undefined): boolean {
  if (!book) return false;
  for (let at = 0; at + 4 <= Math.min(book.length, 4096); at += 4 + book.readUInt16LE(at + 2)) {
    if (book.readUInt16LE(at) === 0x002f) return true;
  }
  return false;
}

async function openDocument(content: Buffer): Promise<boolean> {
  const zip = await yauzl.fromBufferPromise(content, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'META-INF/manifest.xml' || entry.uncompressedSize > 2 ** 22) continue;
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    return Buffer.concat(parts).includes('encryption-data');
  }
  return false;
}
