import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import type { ChartData } from '../chart/chart-data.ts';
import { shareStep, timeStep } from './axis-step.ts';
import type { StatWords } from './stat-words.ts';

/** How the values of a measure stand at an axis and in words: times by minutes and hours, shares up to the whole. */
export function measureAxis(
  measure: AccessMeasure,
  words: StatWords,
  values: readonly (number | null)[],
): Pick<ChartData, 'words' | 'axisWords' | 'stepOf' | 'most'> {
  const isShare = measure === 'completion';
  const overWhole = values.some((value) => (value ?? 0) > 1);
  return {
    words: (value) => words.measure(value, measure),
    axisWords: (value) => words.shortMeasure(value, measure),
    ...(measure === 'playSeconds' && { stepOf: timeStep }),
    ...(isShare && { stepOf: shareStep }),
    ...(isShare && !overWhole && { most: 1 }),
  };
}
