import type { Box, Target } from './viewer-link.ts';

/**
 * The place that an address names, such as a search hit's: `?page=3&box=0.1,0.2,0.5,0.05`, `?second=12.5`, or a
 * picture's `?box=`. What makes no sense is left out.
 */
export function placeInAddress(searchStr: string): Target | undefined {
  const params = new URLSearchParams(searchStr);
  const page = Number(params.get('page'));
  const second = Number(params.get('second') ?? params.get('t'));
  const box = boxOf(params.get('box'));
  const target: Target = {
    ...(Number.isInteger(page) && page > 0 && { page }),
    ...(Number.isFinite(second) && second > 0 && { second }),
    ...(box && { box }),
  };
  return Object.keys(target).length > 0 ? target : undefined;
}

function boxOf(text: string | null): Box | undefined {
  const [left = Number.NaN, top = Number.NaN, width = Number.NaN, height = Number.NaN, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const box: Box = [left, top, width, height];
  const isFraction = (value: number) => value >= 0 && value <= 1;
  return more.length === 0 && box.every(isFraction) && width > 0 && height > 0 ? box : undefined;
}
