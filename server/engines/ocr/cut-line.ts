import { type Quad, quadHeight, quadWidth } from './quad.ts';
import type { Raster } from './raster.ts';

/** A line cut out, laid level and brought to the height that the models read. */
export type LinePicture = { data: Uint8Array; width: number; height: number };

/** More samples than this a side never showed. */
const mostSamples = 4;

export function cutLine(raster: Raster, quad: Quad, width: number, height: number): LinePicture {
  const [topLeft, topRight, , bottomLeft] = quad;
  const data = new Uint8Array(width * height * 3);
  // Each pixel of the cut is the mean of as many places as it covers: plain sampling breaks thin strokes of large type.
  const acrossSamples = samples(quadWidth(quad) / width);
  const downSamples = samples(quadHeight(quad) / height);
  const share = 1 / (acrossSamples * downSamples);
  const stepX = { x: (topRight.x - topLeft.x) / width, y: (topRight.y - topLeft.y) / width };
  const stepY = { x: (bottomLeft.x - topLeft.x) / height, y: (bottomLeft.y - topLeft.y) / height };
  const sum = new Float64Array(3);
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, to += 3) {
      sum.fill(0);
      for (let i = 0; i < downSamples; i += 1) {
        const down = row + (i + 0.5) / downSamples;
        for (let j = 0; j < acrossSamples; j += 1) {
          const across = column + (j + 0.5) / acrossSamples;
          const x = topLeft.x + across * stepX.x + down * stepY.x - 0.5;
          const y = topLeft.y + across * stepX.y + down * stepY.y - 0.5;
          addPixel(raster, x, y, sum);
        }
      }
      data[to] = (sum[0] ?? 0) * share + 0.5;
      data[to + 1] = (sum[1] ?? 0) * share + 0.5;
      data[to + 2] = (sum[2] ?? 0) * share + 0.5;
    }
  }
  return { data, width, height };
}

function samples(scale: number): number {
  return Math.min(mostSamples, Math.max(1, Math.round(scale)));
}

/** Between four pixels; beyond the edge, the edge goes on. */
function addPixel({ data, width, height }: Raster, x: number, y: number, sum: Float64Array): void {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const u = Math.min(1, Math.max(0, x - left));
  const v = Math.min(1, Math.max(0, y - top));
  const [a, b] = [(top * width + left) * 3, (top * width + right) * 3];
  const [c, d] = [(bottom * width + left) * 3, (bottom * width + right) * 3];
  const [wa, wb, wc, wd] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
  for (let channel = 0; channel < 3; channel += 1) {
    sum[channel] =
      (sum[channel] ?? 0) +
      (data[a + channel] ?? 0) * wa +
      (data[b + channel] ?? 0) * wb +
      (data[c + channel] ?? 0) * wc +
      (data[d + channel] ?? 0) * wd;
  }
}
