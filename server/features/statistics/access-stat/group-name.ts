import type { StatGroup } from '@lectern/contract/features/access-stat.ts';
import { deviceWords } from '@lectern/contract/features/access-words.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { resourceKindWords } from '@lectern/contract/features/resource-words.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import { roleIds, roleWords } from '@lectern/contract/roles.ts';
import { type AccessGrouping, accessDevices } from '@lectern/contract/statistics/access-dimension.ts';

const words = {
  none: { en: 'None', zh: '无' },
  gone: { en: 'no longer there', zh: '已不存在' },
  readers: { en: 'Readers of sites', zh: '站点读者' },
} satisfies Record<string, Words>;

/** What a group is called in files and mails: kinds, roles and devices by our words, everything else by its own name. */
export function groupName(groupBy: AccessGrouping, { key, name, gone }: StatGroup, language: Language): string {
  if (key === null) return words.none[language];
  const kind = groupBy === 'kind' && resourceKinds.find((one) => one === key);
  if (kind) return resourceKindWords[kind][language];
  const device = groupBy === 'device' && accessDevices.find((one) => one === key);
  if (device) return deviceWords[device][language];
  if (groupBy === 'role') {
    const role = roleIds.find((one) => String(one) === key);
    return (role ? roleWords[role] : words.readers)[language];
  }
  if (name === null) return words.gone[language];
  return gone ? `${name} (${words.gone[language]})` : name;
}
