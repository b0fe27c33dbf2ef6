import { clock } from '../../../components/viewers/media/clock.ts';
import { type EditedSummary, inTime, type SummaryPart } from './edited-summary.ts';

/** A part of a summary line by line, to be compared. */
export function linesOf(value: EditedSummary, part: SummaryPart): string[] {
  switch (part) {
    case 'keywords':
      return [...value.keywords];
    case 'chapters':
      return inTime(value.chapters).map(({ text, startMs }) => `${clock(startMs / 1000)} ${text}`);
    case 'outline':
      return value.outline.map(({ text, level }) => `${'– '.repeat(level - 1)}${text}`);
    default:
      return value[part].map(({ text }) => text);
  }
}

export function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}
