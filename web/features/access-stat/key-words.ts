import { deviceWords } from '@lectern/contract/features/access-words.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { accessDevices } from '@lectern/contract/statistics/access-dimension.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

type Key = { key: string | null; name: string | null; gone: boolean };

/** What a group is called: kinds, roles and devices by our words, everything else by its own name. */
export function keyWords(dimension: string, { key, name, gone }: Key, texts: Texts): string {
  const { accessStat, statistics, resource, words } = texts;
  if (key === null) return statistics.none;
  if (dimension === 'kind') {
    const kind = resourceKinds.find((one) => one === key);
    if (kind) return resource.kinds[kind];
  }
  if (dimension === 'role') return key in words.roles ? words.roles[Number(key) as 1] : accessStat.readers;
  if (dimension === 'device') {
    const device = accessDevices.find((one) => one === key);
    if (device) return inLanguage(deviceWords)[device];
  }
  if (name === null) return statistics.gone;
  return gone ? `${name} (${statistics.gone})` : name;
}
