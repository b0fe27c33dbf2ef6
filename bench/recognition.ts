import path from 'node:path';
import { parseArgs } from 'node:util';
import { recogniseByEngines } from './recognise-by-engines.ts';
import { recogniseByProduct } from './recognise-by-product.ts';
import { type Choice, type Half, report } from './recognition-figures.ts';
import { measureOcr } from './recognition-ocr.ts';
import { measureSpeech } from './recognition-speech.ts';
import { measureSummaries } from './recognition-summary.ts';

/**
 * Measures OCR, transcription and summary quality: `npm run bench:recognition -- DIR [--rows odd|even] [--quick]
 * [--only ocr|speech|summary]`. DIR has one folder per kind, each with its `manifest.json`. Files are uploaded and
 * processed; `--engines` calls the engines directly, which is faster.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: 'all' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'string' },
    engines: { type: 'boolean', default: false },
  },
});
const [given] = positionals;
if (!given) {
  console.error('Pass the folder of the material: npm run bench:recognition -- DIR');
  process.exit(64);
}
const folder = path.resolve(given);
const choice: Choice = {
  rows: values.rows === 'odd' || values.rows === 'even' ? values.rows : 'all',
  quick: values.quick,
};
const needsRecogniser = values.only !== 'summary';
const recogniser = needsRecogniser ? await (values.engines ? recogniseByEngines() : recogniseByProduct()) : undefined;
const kinds: Record<string, () => Promise<Half | undefined>> = {
  ocr: async () => recogniser && measureOcr(recogniser, folder, choice, values.keep),
  speech: async () => recogniser && measureSpeech(recogniser, folder, choice),
  summary: () => measureSummaries(folder, choice),
};
const halves: Half[] = [];
for (const [kind, measure] of Object.entries(kinds)) {
  const half = values.only === undefined || values.only === kind ? await measure() : undefined;
  if (half) halves.push(half);
}
await recogniser?.close();
report(halves);
