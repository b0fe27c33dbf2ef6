import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry } from 'yauzl';
import { ReadProblem } from './port.ts';

/** Limit for all parts read from one document, unpacked. */
const mostBytes = 200 * 2 ** 20;
const mostPartBytes = 100 * 2 ** 20;
const mostParts = 20_000;

export type ZipParts = { names: string[]; read(name: string): Promise<string | undefined> };

/** Parts of a package, unpacked on demand and within limits. */
export async function zipParts(bytes: Buffer): Promise<ZipParts> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= mostParts) throw new ReadProblem('tooLarge', 'The document has too many parts.');
    entries.set(entry.fileName, entry);
  }
  let left = mostBytes;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      if ((entry.generalPurposeBitFlag & 1) === 1) throw new ReadProblem('protected', 'A password is needed.');
      left -= entry.uncompressedSize;
      if (entry.uncompressedSize > mostPartBytes || left < 0) {
        throw new ReadProblem('tooLarge', 'The document is too large once unpacked.');
      }
      return decodeXml(await buffer(await zip.openReadStreamPromise(entry)));
    },
  };
}

/** XML declares its encoding; without a declaration it is UTF-8. */
function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const charset = /^.{0,20}<\?xml[^>]{0,100}encoding=["']([\w-]{2,20})["']/s.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** Resolves a relative reference from one part to another. */
export function resolvePart(from: string, reference: string): string {
  const clean = (reference.split('#')[0] ?? '').replace(/\\/g, '/');
  const steps = clean.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of clean.split('/')) {
    if (step === '..') steps.pop();
    else if (step && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
