import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

const palette =
  'split[all][some];[some]palettegen=max_colors=255:stats_mode=single[colours];[all][colours]paletteuse=dither=none';

/** Reduces a picture to a palette of at most 255 colours, for a third of the file size. */
export async function fewColours(png: Buffer): Promise<Buffer> {
  const formats = ['-f', 'image2pipe', '-c:v', 'png'];
  const options = ['-v', 'error', ...formats, '-i', '-', '-vf', palette, '-pred', 'none', ...formats, '-'];
  const ffmpeg = spawn('ffmpeg', options, { stdio: ['pipe', 'pipe', 'inherit'] });
  ffmpeg.stdin.end(png);
  const made = await buffer(ffmpeg.stdout);
  if (made.length === 0) throw new Error('ffmpeg created no image');
  return made.length < png.length ? made : png;
}
