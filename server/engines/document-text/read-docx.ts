import mammoth from 'mammoth';
import { htmlDrafts, scanMarkup } from './html-drafts.ts';
import type { Reading } from './port.ts';
import { zipParts } from './zip-parts.ts';

const asHeadings = ['Title', 'Subtitle'].map((style, index) => `p[style-name='${style}'] => h${index + 1}:fresh`);

/** DOCX and DOCM. External links aren't followed, and pictures are left out. */
export async function readDocx(bytes: Buffer): Promise<Reading> {
  // Unpack and scan everything once within limits, because mammoth has none and recurses.
  const parts = await zipParts(bytes);
  for (const name of parts.names.filter((one) => /^word\/[^/]+\.xml$/.test(one))) {
    for (const _ of scanMarkup((await parts.read(name)) ?? '', 'xml'));
  }
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    {
      styleMap: asHeadings,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  return { drafts: htmlDrafts(value) };
}
