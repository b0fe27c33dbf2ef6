import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import koffi, { type LibraryHandle } from 'koffi';

/**
 * On x64 whisper.cpp comes built for every processor there ever was: it multiplies one number at a time, and takes three
 * seconds for one of speech. Another package brings the same arithmetic, ggml, for processors with vector instructions.
 * What is taken from it are the two products of vectors in which nearly all the time goes: they hold no state and have
 * kept their shape for years. They are tried beside the slow ones before they are used. Seven times as fast.
 */
const neededFlags = ['avx2', 'fma', 'f16c'];

/** A kind of number as ggml counts them, and the product of two vectors of it. */
const products = [
  { type: 0, name: 'ggml_vec_dot_f32', toVector: (numbers: Float32Array) => numbers },
  { type: 1, name: 'ggml_vec_dot_f16', toVector: (numbers: Float32Array) => new Float16Array(numbers) },
] as const;
type Product = (typeof products)[number];

/** Vectors whole, with a rest, and shorter than any register. */
const triedLengths = [7, 64, 240, 1_500];
const pageBytes = 4_096n;
const readAndWrite = 3;
/** In the row of a kind of number: how it is made of others comes first, then the product. */
const productOffset = 8;

/** A library that nobody holds is unloaded with the next rubbish, and its products with it: in the midst of speech. */
const held = new Set<LibraryHandle>();

/** Whether they are used from here on; on other processors the library brings its own. */
export function useVectorProducts(library: LibraryHandle): boolean {
  if (process.arch !== 'x64' || !hasInstructions()) return false;
  const faster = loadFaster();
  if (!faster) return false;
  held.add(faster);
  // Their tables of half-precision numbers, which the ends of vectors are looked up in.
  for (const each of [library, faster]) each.func('ggml_cpu_init', 'void', [])();
  if (!products.every((product) => agree(library, faster, product))) return false;
  for (const product of products) replace(library, faster, product);
  return true;
}

function hasInstructions(): boolean {
  const flags = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.split(' ') ?? [];
  return neededFlags.every((flag) => flags.includes(flag));
}

function loadFaster(): LibraryHandle | undefined {
  try {
    const entry = import.meta.resolve('@node-llama-cpp/linux-x64');
    return koffi.load(fileURLToPath(new URL('../bins/linux-x64/libggml-cpu-haswell.so', entry)), { lazy: true });
  } catch {
    return undefined;
  }
}

function agree(slow: LibraryHandle, fast: LibraryHandle, product: Product): boolean {
  return triedLengths.every((length) => {
    const [left, right] = [0.7, 1.3].map((step) =>
      product.toVector(Float32Array.from({ length }, (_, at) => Math.sin(at * step + step))),
    );
    const [expected = Number.NaN, got = Number.NaN] = [slow, fast].map((library) => {
      const result = new Float32Array(1);
      const { name } = product;
      const size = 'size_t';
      const call = library.func(name, 'void', ['int', 'float *', size, 'void *', size, 'void *', size, 'int']);
      call(length, result, 0, left, 0, right, 0, 1);
      return result[0];
    });
    return Math.abs(expected - got) < 1e-3;
  });
}

/** The row of that kind in the library's own table; the table is read-only once it is loaded. */
function replace(slow: LibraryHandle, fast: LibraryHandle, { type, name }: Product): void {
  const row = slow.func('ggml_get_type_traits_cpu', 'void *', ['int'])(type);
  const at = koffi.address(row);
  const protect = koffi.load('libc.so.6').func('mprotect', 'int', ['void *', 'size_t', 'int']);
  if (protect(at & ~(pageBytes - 1n), Number(2n * pageBytes), readAndWrite) !== 0) {
    throw new Error('The products of vectors can’t be replaced.');
  }
  koffi.encode(row, productOffset, 'uint64_t', koffi.address(fast.symbol(name)));
}
