import type { ChartData } from './chart-data.ts';
import { isDrawn } from './chart-data.ts';
import { readLook, tokenOf } from './chart-look.ts';

const fine = 2;
const margin = 16;

/** Combines drawing, title and legend into one image that explains itself wherever it is pasted. */
export function composePicture(
  drawn: HTMLCanvasElement,
  element: Element,
  data: ChartData,
  title: string,
  hidden: ReadonlySet<string>,
): HTMLCanvasElement {
  const look = readLook(element);
  const shown = data.shape === 'heat' ? [] : data.series.filter((each) => isDrawn(each) && !hidden.has(each.id));
  const head = (shown.length > 1 ? 64 : 44) * fine;
  const picture = document.createElement('canvas');
  picture.width = drawn.width + margin * 2 * fine;
  picture.height = drawn.height + head + margin * fine;
  const context = picture.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.fillStyle = look.token('surface');
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = 'middle';
  context.fillStyle = look.token('text');
  context.font = `600 ${14 * fine}px ${look.token('font')}`;
  context.fillText(title, margin * fine, 24 * fine, picture.width - margin * 2 * fine);
  context.font = `${12 * fine}px ${look.token('font')}`;
  if (shown.length > 1) {
    let x = margin * fine;
    for (const series of shown) {
      context.fillStyle = look.token(tokenOf(data, series));
      context.fillRect(x, 44 * fine, 10 * fine, 10 * fine);
      context.fillStyle = look.token('text-3');
      context.fillText(series.label, x + 15 * fine, 50 * fine);
      x += context.measureText(series.label).width + 32 * fine;
    }
  }
  context.drawImage(drawn, margin * fine, head);
  return picture;
}

export async function downloadPicture(picture: HTMLCanvasElement, fileName: string): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be made');
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
