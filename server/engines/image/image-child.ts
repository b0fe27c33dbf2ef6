import sharp, { type Sharp } from 'sharp';
import { hashPicture } from './hash-picture.ts';
import { type ImageAnswer, type ImageTask, mostFrames, mostImagePixels, thumbnailSide } from './image-task.ts';

sharp.concurrency(1);
sharp.cache(false);

const task = JSON.parse(process.argv[2] ?? '') as ImageTask;
const answer = await perform(task).catch(failed);
process.stdout.write(JSON.stringify(answer));

async function perform(given: ImageTask): Promise<ImageAnswer> {
  if (given.do === 'inspect') return inspect(given);
  if (given.do === 'edit') return edit(given);
  if (given.do === 'cover') return cover(given);
  const hashes: (string | null)[] = [];
  for (const file of given.files) hashes.push(await hashPicture(file).catch(() => null));
  return { hashes };
}

async function inspect(given: Extract<ImageTask, { do: 'inspect' }>): Promise<ImageAnswer> {
  const seen = await sharp(given.file, { limitInputPixels: mostImagePixels }).metadata();
  const frames = seen.pages ?? 1;
  if (seen.width * seen.height > mostImagePixels)
    return { failed: 'tooLarge', detail: `${seen.width} × ${seen.height}` };
  if (frames > mostFrames) return { failed: 'tooManyFrames', detail: String(frames) };
  const sideways = (seen.orientation ?? 1) >= 5;
  const drawn = await sharp(given.file, { limitInputPixels: mostImagePixels, page: 0 })
    .autoOrient()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toFile(given.thumbnail)
    .then(
      () => true,
      (error: unknown) => {
        // sharp reads the metadata of HEVC-coded HEIC files but can't decode them; another program does.
        if (seen.format === 'heif' && seen.compression === 'hevc') return false;
        throw error;
      },
    );
  return {
    width: sideways ? seen.height : seen.width,
    height: sideways ? seen.width : seen.height,
    format: seen.format,
    frames,
    colours: seen.space ?? null,
    hasAlpha: seen.hasAlpha,
    exif: seen.exif?.toString('base64') ?? null,
    xmp: seen.xmp?.toString('utf8', 0, 2 ** 20) ?? null,
    thumbnail: drawn,
    pictureHash: drawn ? await hashPicture(given.thumbnail) : null,
  };
}

async function edit(given: Extract<ImageTask, { do: 'edit' }>): Promise<ImageAnswer> {
  const options = { limitInputPixels: mostImagePixels, animated: true } as const;
  const { format, orientation = 1, pages = 1 } = await sharp(given.file, options).metadata();
  if (pages > mostFrames) return { failed: 'tooManyFrames', detail: String(pages) };
  // Separate passes, because sharp would otherwise apply auto-orientation, rotation and cropping in a different order.
  let picture = sharp(given.file, pages > 1 ? options : { limitInputPixels: mostImagePixels });
  if (orientation > 1) picture = sharp(await picture.autoOrient().keepMetadata().toBuffer());
  if (given.rotate !== 0) picture = sharp(await picture.rotate(given.rotate).keepMetadata().toBuffer());
  if (given.crop) {
    const { width, height, pageHeight = height } = await picture.clone().metadata();
    const { left, top } = given.crop;
    if (left + given.crop.width > width || top + given.crop.height > pageHeight) {
      return { failed: 'outside', detail: `${width} × ${pageHeight}` };
    }
    picture = picture.extract(given.crop);
  }
  await encode(picture.keepMetadata(), format).toFile(given.output);
  return { edited: true };
}

/** Drops all camera metadata, because it may contain the uncovered picture as a thumbnail. */
async function cover(given: Extract<ImageTask, { do: 'cover' }>): Promise<ImageAnswer> {
  const { format } = await sharp(given.file, { limitInputPixels: mostImagePixels }).metadata();
  const page = given.frame ?? 0;
  const upright = sharp(given.file, { limitInputPixels: mostImagePixels, page }).autoOrient();
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const rectangles = given.boxes.flatMap((box) => rectangleOf(box, width, height));
  const covered = sharp(data, { raw: { width, height, channels }, limitInputPixels: mostImagePixels }).composite(
    rectangles.map(({ left, top, ...size }) => ({
      input: { create: { ...size, channels: 3 as const, background: '#000000' } },
      left,
      top,
    })),
  );
  const flat = given.as === 'jpeg' ? covered.flatten({ background: '#ffffff' }) : covered;
  await encode(flat, given.as === 'jpeg' ? 'jpeg' : format).toFile(given.output);
  return { covered: { width, height } };
}

/** Slightly larger than the box, clipped to the picture. */
function rectangleOf([x = 0, y = 0, w = 1, h = 1]: readonly number[], width: number, height: number) {
  const margin = h * 0.15;
  const left = Math.max(0, Math.floor((x - margin) * width));
  const top = Math.max(0, Math.floor((y - margin) * height));
  const right = Math.min(width, Math.ceil((x + w + margin) * width));
  const bottom = Math.min(height, Math.ceil((y + h + margin) * height));
  return right > left && bottom > top ? [{ left, top, width: right - left, height: bottom - top }] : [];
}

/** Keeps the original format, at visually lossless quality. */
function encode(picture: Sharp, format: string): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4', mozjpeg: false });
    case 'webp':
      return picture.webp({ quality: 95 });
    case 'tiff':
      return picture.tiff({ compression: 'lzw' });
    case 'gif':
      return picture.gif();
    case 'heif':
      return picture.heif({ compression: 'av1', quality: 80 });
    default:
      return picture.png();
  }
}

function failed(error: unknown): ImageAnswer {
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return { failed: /pixel limit|dimensions|too large/i.test(detail) ? 'tooLarge' : 'damaged', detail };
}
