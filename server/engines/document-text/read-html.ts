import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { htmlDrafts, htmlTitle } from './html-drafts.ts';
import { type Reading, ReadProblem } from './port.ts';

export function readHtml(bytes: Buffer): Reading {
  const source = decodeHtml(bytes);
  const title = htmlTitle(source);
  return { drafts: htmlDrafts(source), drawAs: 'html', ...(title && { title }) };
}

/** A byte order mark tells, then what the page says of itself, then what fits. */
function decodeHtml(bytes: Buffer): string {
  const said = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,30})/i.exec(bytes.toString('latin1', 0, 4096))?.[1];
  const marked = bytes[0] === 0xef || bytes[0] === 0xff || bytes[0] === 0xfe;
  if (said && !marked) {
    try {
      return new TextDecoder(said).decode(bytes);
    } catch {
      // A name that nobody knows; the bytes themselves tell.
    }
  }
  const decoded = decodeText(bytes);
  if (!decoded) throw new ReadProblem('damaged', 'The text encoding couldn’t be recognised. Save the file as UTF-8.');
  return decoded.text;
}
