import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Choice, type Half, report } from './recognition-figures.ts';
import { measureOcr } from './recognition-ocr.ts';
import { measureSpeech } from './recognition-speech.ts';

/**
 * How well text and speech are recognised: `npm run bench:recognition -- DIR [--rows odd|even] [--quick] [--only ocr|speech]`.
 * DIR has a folder per kind, each with its `manifest.json`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: 'all' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});
const [given] = positionals;
if (!given) {
  console.error('Say where the material is: npm run bench:recognition -- DIR');
  process.exit(64);
}
const folder = path.resolve(given);
const choice: Choice = {
  rows: values.rows === 'odd' || values.rows === 'even' ? values.rows : 'all',
  quick: values.quick,
};
const kinds: Record<string, () => Promise<Half | undefined>> = {
  ocr: () => measureOcr(folder, choice, values.keep),
  speech: () => measureSpeech(folder, choice),
};
const halves: Half[] = [];
for (const [kind, measure] of Object.entries(kinds)) {
  const half = values.only === undefined || values.only === kind ? await measure() : undefined;
  if (half) halves.push(half);
}
report(halves);
