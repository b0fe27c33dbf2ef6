import sharp from 'sharp';

const columns = 9;
const rows = 8;
/** Steps of brightness within this are grain and compression, not the picture. */
const noise = 2;

/**
 * What a picture looks like, as 16 hexadecimal digits: a bit for each place of a small grey copy that is brighter than
 * its neighbour to the left. Size, format, compression and brightness change few of them. Takes the thumbnail, which is
 * upright and small, so that a picture is hashed alike whether the original was just opened or long ago.
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
