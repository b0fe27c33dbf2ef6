import { setTimeout as sleep } from 'node:timers/promises';
import { line, makePdf } from '../server/engines/pdf/fixtures/make-pdf.ts';
import { table } from './report.ts';
import { ScratchProduct } from './scratch-product.ts';

/**
 * How long short work waits behind long work: one person uploads a 600-page book and a 2 MB text, then two people
 * upload one-page files. What counts is the time from upload until a short file is readable.
 */
const limitSeconds = 60;
const bookPages = 600;
const product = await ScratchProduct.start('fairness');
let isTooSlow = false;
try {
  const ben = await product.addPerson('Ben');
  const long = [
    { name: 'book.pdf', bytes: makePdf(bookOf(bookPages)) },
    { name: 'novel.txt', bytes: Buffer.from(novelOf(2_000_000)) },
  ];
  const short = [
    { name: 'ben.txt', bytes: Buffer.from('One page by Ben.\n'), by: ben },
    { name: 'ben.pdf', bytes: makePdf(bookOf(1)), by: ben },
    { name: 'own.txt', bytes: Buffer.from('One page by the owner of the book.\n'), by: undefined },
    { name: 'own.pdf', bytes: makePdf([{ content: line('Another page', 60, 700) }]), by: undefined },
  ];
  const longSent = [];
  for (const { name, bytes } of long)
    longSent.push({ name, at: performance.now(), ...(await product.send(name, bytes)) });
  // Upload the short files while the long ones are being converted.
  await sleep(5_000);
  const waits = await Promise.all(
    short.map(async ({ name, bytes, by }) => {
      const began = performance.now();
      const { id } = await product.send(name, bytes, by);
      const convertedMs = (await product.ended(id, 'convert')) - began;
      await product.settled(id);
      return { name, readable: convertedMs / 1000, ready: (performance.now() - began) / 1000 };
    }),
  );
  const rows = waits.map(({ name, readable, ready }) => [
    name,
    readable.toFixed(1),
    ready.toFixed(1),
    String(limitSeconds),
  ]);
  for (const { name, id, at } of longSent) {
    const seconds = ((await product.ended(id, 'convert')) - at) / 1000;
    rows.push([name, seconds.toFixed(1), '', '']);
  }
  console.log(table([['file', 'readable after (s)', 'all steps after (s)', 'limit (s)'], ...rows]));
  isTooSlow = waits.some(({ readable }) => readable > limitSeconds);
} finally {
  await product.close();
}
if (isTooSlow) {
  console.error(`A one-page file waited more than ${limitSeconds} seconds.`);
  process.exitCode = 1;
}

function bookOf(pages: number) {
  return Array.from({ length: pages }, (_, index) => ({
    content: Array.from({ length: 30 }, (_line, row) =>
      line(`Page ${index + 1}, line ${row + 1}: the quick brown fox jumps over the lazy dog`, 40, 760 - row * 24, 14),
    ).join(''),
  }));
}

function novelOf(bytes: number): string {
  const sentence = 'The quick brown fox jumps over the lazy dog, and nobody knows why it does so every morning.\n';
  return sentence.repeat(Math.ceil(bytes / sentence.length));
}
