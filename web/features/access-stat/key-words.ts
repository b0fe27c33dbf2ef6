import { groupName } from '@lectern/contract/statistics/group-name.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

type Key = Parameters<typeof groupName>[1];

export function keyWords(dimension: string, key: Key, texts: Texts): string {
  const { accessEvent, accessStat, statistics, resource, words } = texts;
  return groupName(dimension, key, { accessEvent, accessStat, statistics, resource, words });
}
