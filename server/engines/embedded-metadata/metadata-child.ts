import { readFile } from 'node:fs/promises';
import { attributeOf } from '../document-text/html-drafts.ts';
import { zipParts } from '../document-text/zip-parts.ts';
import { type EmbeddedMetadata, metadataInHtml, metadataInXml } from './embedded-metadata.ts';
import { metadataParts } from './read-document-metadata.ts';

const { file, format } = JSON.parse(process.argv[2] ?? '') as { file: string; format: string };
const answer = await read(await readFile(file)).catch(() => ({}));
process.stdout.write(JSON.stringify(answer));

async function read(bytes: Buffer): Promise<EmbeddedMetadata> {
  if (format === 'html') return metadataInHtml(bytes.toString('utf8', 0, 2 ** 20));
  const parts = await zipParts(bytes);
  const xml = (await parts.read(metadataParts[format] ?? '')) ?? '';
  if (format !== 'epub') return metadataInXml(xml);
  const opf = attributeOf(/<(?:\w+:)?rootfile\b([^>]*)>/.exec(xml)?.[1] ?? '', 'full-path');
  return metadataInXml((await parts.read(opf ?? '')) ?? '');
}
