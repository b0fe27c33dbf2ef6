import sharp from 'sharp';

const columns = 9;
const rows = 8;
/** Brightness differences up to this are noise and compression artefacts. */
const noise = 2;

/**
 * A difference hash as 16 hex digits: one bit per pixel of a small greyscale copy, set if it is brighter than its left
 * neighbour. It tolerates changes of size, format, compression and brightness; hashing the upright thumbnail gives the
 * same result for new and old uploads.
 */
export async function hashPicture(thumbnail: string | Buffer): Promise<string> {
  const grey = await sharp(thumbnail)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(columns, rows, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  let hash = 0n;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      const here = grey[row * columns + column] ?? 0;
      const left = grey[row * columns + column - 1] ?? 0;
      hash = (hash << 1n) | (here > left + noise ? 1n : 0n);
    }
  }
  return hash.toString(16).padStart(16, '0');
}
