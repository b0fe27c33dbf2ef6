import type { BuiltLine } from './build-line.ts';
import { boundsOf, quadHeight } from './quad.ts';
import { isDense } from './script.ts';

/** Of a line's height: pieces with less paper between them are one line that the detector cut. */
const nearest = 0.7;

/** Puts pieces of one line together that follow each other. */
export function joinRows(lines: readonly BuiltLine[]): BuiltLine[] {
  const joined: BuiltLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last && isContinued(last, line)) joined[joined.length - 1] = join(last, line);
    else joined.push(line);
  }
  return joined;
}

function isContinued(left: BuiltLine, right: BuiltLine): boolean {
  const [a, b] = [boundsOf(left.quad), boundsOf(right.quad)];
  const [tall, short] = [quadHeight(left.quad), quadHeight(right.quad)].sort((one, other) => other - one);
  if (!tall || !short || tall > short * 1.5) return false;
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const paper = b.left - a.right;
  return overlap > short * 0.7 && paper > -short * 0.5 && paper < short * nearest;
}

function join(left: BuiltLine, right: BuiltLine): BuiltLine {
  const dense = isDense(left.text.at(-1) ?? '') && isDense(right.text.at(0) ?? '');
  const weight = [left.text.length, right.text.length] as const;
  return {
    text: `${left.text}${dense ? '' : ' '}${right.text}`,
    likelihood: (left.likelihood * weight[0] + right.likelihood * weight[1]) / (weight[0] + weight[1]),
    quad: [left.quad[0], right.quad[1], right.quad[2], left.quad[3]],
    words: [...left.words, ...right.words],
  };
}
