import type { Messages } from '../messages/messages.ts';

type Group = { key: string | null; name: string | null; gone: boolean };
type Texts = Pick<Messages, 'accessEvent' | 'accessStat' | 'statistics' | 'resource' | 'words'>;

/** The label of a statistics group: kinds, roles and devices are translated; everything else keeps its own name. */
export function groupName(dimension: string, { key, name, gone }: Group, texts: Texts): string {
  const { accessEvent, accessStat, statistics, resource, words } = texts;
  if (key === null) return statistics.none;
  if (dimension === 'role') return own(words.roles, key) ?? accessStat.readers;
  const known =
    dimension === 'kind' ? own(resource.kinds, key) : dimension === 'device' && own(accessEvent.devices, key);
  if (known) return known;
  if (name === null) return statistics.gone;
  return gone ? `${name} (${statistics.gone})` : name;
}

function own(names: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}
