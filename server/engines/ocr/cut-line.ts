import { type Quad, quadHeight, quadWidth } from './quad.ts';
import type { Raster } from './raster.ts';

/** A line cut out, laid level and brought to the height that the models read. */
export type LinePicture = { data: Uint8Array; width: number; height: number };

/** More samples than this a side never showed. */
const mostSamples = 4;

/**
 * Each pixel of the cut is the mean of as many places as it covers: plain sampling breaks thin strokes of large type. A place
 * lies between four pixels; beyond the edge, the edge goes on. One loop without calls: a page has millions of places.
 */
export function cutLine(raster: Raster, quad: Quad, width: number, height: number): LinePicture {
  const { data: pixels, width: across, height: down } = raster;
  const [topLeft, topRight, , bottomLeft] = quad;
  const data = new Uint8Array(width * height * 3);
  const acrossSamples = samples(quadWidth(quad) / width);
  const downSamples = samples(quadHeight(quad) / height);
  const share = 1 / (acrossSamples * downSamples);
  const stepX = { x: (topRight.x - topLeft.x) / width, y: (topRight.y - topLeft.y) / width };
  const stepY = { x: (bottomLeft.x - topLeft.x) / height, y: (bottomLeft.y - topLeft.y) / height };
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, to += 3) {
      let red = 0.5;
      let green = 0.5;
      let blue = 0.5;
      for (let i = 0; i < downSamples; i += 1) {
        const v = row + (i + 0.5) / downSamples;
        for (let j = 0; j < acrossSamples; j += 1) {
          const u = column + (j + 0.5) / acrossSamples;
          const x = topLeft.x + u * stepX.x + v * stepY.x - 0.5;
          const y = topLeft.y + u * stepX.y + v * stepY.y - 0.5;
          const left = x <= 0 ? 0 : x >= across - 1 ? across - 1 : Math.floor(x);
          const top = y <= 0 ? 0 : y >= down - 1 ? down - 1 : Math.floor(y);
          const toRight = x <= 0 || x >= across - 1 ? 0 : x - left;
          const toBottom = y <= 0 || y >= down - 1 ? 0 : y - top;
          const a = (top * across + left) * 3;
          const b = left < across - 1 ? a + 3 : a;
          const below = top < down - 1 ? across * 3 : 0;
          const c = a + below;
          const d = b + below;
          const wd = share * toRight * toBottom;
          const wb = share * toRight - wd;
          const wc = share * toBottom - wd;
          const wa = share - wb - wc - wd;
          red += at(pixels, a) * wa + at(pixels, b) * wb + at(pixels, c) * wc + at(pixels, d) * wd;
          green += at(pixels, a + 1) * wa + at(pixels, b + 1) * wb + at(pixels, c + 1) * wc + at(pixels, d + 1) * wd;
          blue += at(pixels, a + 2) * wa + at(pixels, b + 2) * wb + at(pixels, c + 2) * wc + at(pixels, d + 2) * wd;
        }
      }
      data[to] = red;
      data[to + 1] = green;
      data[to + 2] = blue;
    }
  }
  return { data, width, height };
}

/** Within the picture always. */
function at(pixels: Uint8Array, place: number): number {
  return pixels[place] as number;
}

function samples(scale: number): number {
  return Math.min(mostSamples, Math.max(1, Math.round(scale)));
}
