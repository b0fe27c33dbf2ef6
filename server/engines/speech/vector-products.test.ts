import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import koffi from 'koffi';
import { expect, test } from 'vitest';
import { useVectorProducts } from './vector-products.ts';

const require = createRequire(import.meta.url);
const name = `@fugood/node-whisper-${process.platform}-${process.arch}`;
const library = koffi.load(path.join(path.dirname(require.resolve(`${name}/package.json`)), 'index.node'), {
  lazy: true,
});

test('vectors are multiplied by the processor’s own instructions, on x64 by those of another package', () => {
  const traitsOf = library.func('ggml_get_type_traits_cpu', 'void *', ['int']);
  const rows = () => [0, 1].map((type) => Array.from(koffi.decode(traitsOf(type), 'uint64_t', 4) as BigUint64Array));
  const before = rows();
  const replaced = useVectorProducts(library);
  const after = rows();

  // Only the product functions are replaced; everything around them is unchanged.
  expect(after.map(([, product]) => product)).not.toContain(0n);
  expect(after.map(([from, , ...rest]) => [from, ...rest])).toEqual(before.map(([from, , ...rest]) => [from, ...rest]));
  expect(after.every(([, product], at) => (product !== before[at]?.[1]) === replaced)).toBe(true);
  if (process.arch === 'arm64') expect(replaced).toBe(false);
});

test('the package that they come from stays loaded when rubbish is collected', async () => {
  const replaced = useVectorProducts(library);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 10; round += 1) {
    collect();
    await setImmediate();
  }
  expect(readFileSync('/proc/self/maps', 'utf8').includes('libggml-cpu-haswell')).toBe(replaced);
});
