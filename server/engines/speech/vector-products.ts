import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import koffi, { type LibraryHandle } from 'koffi';

/**
 * The x64 build of whisper.cpp avoids vector instructions to run on any processor, taking three seconds per second of
 * speech. Its two stateless dot products, where nearly all time goes, are replaced by those of another package's AVX2
 * build of ggml, after comparing their results; this is seven times as fast.
 */
const neededFlags = ['avx2', 'fma', 'f16c'];

/** ggml's number for a type, and the dot product function for it. */
const products = [
  { type: 0, name: 'ggml_vec_dot_f32', toVector: (numbers: Float32Array) => numbers },
  { type: 1, name: 'ggml_vec_dot_f16', toVector: (numbers: Float32Array) => new Float16Array(numbers) },
] as const;
type Product = (typeof products)[number];

/** Lengths with and without a remainder, and shorter than any register. */
const triedLengths = [7, 64, 240, 1_500];
const pageBytes = 4_096n;
const readAndWrite = 3;
/** Byte offset of the dot product in the type's table row, after the conversion function. */
const productOffset = 8;

/** Keeps the library referenced: otherwise garbage collection would unload it and its functions while in use. */
const held = new Set<LibraryHandle>();

/**
 * Returns whether the faster products are now in use. Builds for other processors use vector instructions themselves.
 */
export function useVectorProducts(library: LibraryHandle): boolean {
  if (process.arch !== 'x64' || !hasInstructions()) return false;
  const faster = loadFaster();
  if (!faster) return false;
  held.add(faster);
  // Initializes the half-precision lookup tables used for the ends of vectors.
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

/** Overwrites the product in ggml's table, which is read-only once loaded and must be made writable first. */
function replace(slow: LibraryHandle, fast: LibraryHandle, { type, name }: Product): void {
  const row = slow.func('ggml_get_type_traits_cpu', 'void *', ['int'])(type);
  const at = koffi.address(row);
  const protect = koffi.load('libc.so.6').func('mprotect', 'int', ['void *', 'size_t', 'int']);
  if (protect(at & ~(pageBytes - 1n), Number(2n * pageBytes), readAndWrite) !== 0) {
    throw new Error('The products of vectors can’t be replaced.');
  }
  koffi.encode(row, productOffset, 'uint64_t', koffi.address(fast.symbol(name)));
}
