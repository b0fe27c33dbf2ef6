import { createRequire } from 'node:module';
import { type Draft, type Reading, ReadProblem } from './port.ts';

type Extracted = Record<'getBody' | 'getFootnotes' | 'getEndnotes' | 'getTextboxes', () => string>;
type Extractor = new () => { extract(bytes: Buffer): Promise<Extracted> };

/** Word of before 2007. */
export async function readDoc(bytes: Buffer): Promise<Reading> {
  // It brings no types.
  const WordExtractor = createRequire(import.meta.url)('word-extractor') as Extractor;
  const found = await new WordExtractor().extract(bytes).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new ReadProblem(/encrypt|password/i.test(message) ? 'protected' : 'damaged', message);
  });
  return { drafts: draftsOf([found.getBody(), found.getTextboxes(), found.getFootnotes(), found.getEndnotes()]) };
}

function* draftsOf(parts: string[]): Generator<Draft> {
  for (const line of parts.join('\n').split(/[\r\n\f\v]+/)) {
    // Cells of a row are divided by tabs.
    const cells = line.split('\t').map((cell) => cell.replace(/\s+/g, ' ').trim());
    const text = cells.filter(Boolean).join(' | ');
    if (text) yield { text };
  }
}
