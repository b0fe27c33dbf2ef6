import { cutLine } from './cut-line.ts';
import type { Model } from './model-session.ts';
import type { Quad } from './quad.ts';
import type { Raster } from './raster.ts';

const width = 192;
const height = 48;

/** How likely each line stands on its head. */
export async function upsideDown(classifier: Model, raster: Raster, quads: readonly Quad[]): Promise<number[]> {
  const found: number[] = [];
  for (const quad of quads) {
    const { data } = cutLine(raster, quad, width, height);
    const plane = width * height;
    const input = new Float32Array(plane * 3);
    for (let at = 0; at < plane; at += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        input[channel * plane + at] = (data[at * 3 + 2 - channel] ?? 0) / 127.5 - 1;
      }
    }
    const answer = await classifier({ data: input, shape: [1, 3, height, width] });
    found.push(answer.data[1] ?? 0);
  }
  return found;
}
