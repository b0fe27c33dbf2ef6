import { fileTypeFromBuffer } from 'file-type';
import { compoundFormat, isCompoundFile } from './compound-file.ts';
import { formatByMagic } from './magic.ts';
import { packageFormat } from './package-format.ts';
import { textFormat } from './plain-text.ts';
import type { DetectKind } from './port.ts';

const headBytes = 64 * 1024;
/** Text like any other, until its name says that it is something to be run or drawn. */
const namedText = new Set<string>(['xml', 'vtt']);

export const detectKind: DetectKind = async (file, fileName) => {
  if (file.sizeBytes === 0) return { problem: 'empty' };
  const head = await file.read(0, Math.min(headBytes, file.sizeBytes));
  if (head.subarray(0, 2).toString('latin1') === 'PK') return packageFormat(file, fileName);
  if (isCompoundFile(head)) return compoundFormat(file, head, fileName);
  const found = formatByMagic(head, file.sizeBytes, fileName);
  if (found) return found;
  if (head[0] === 0x1f && head[1] === 0x8b) return { problem: 'refused', what: 'gz' };
  const named = await fileTypeFromBuffer(head).catch(() => undefined);
  if (named && !namedText.has(named.ext)) return { problem: 'refused', what: named.ext };
  return textFormat(file, head, fileName);
};
