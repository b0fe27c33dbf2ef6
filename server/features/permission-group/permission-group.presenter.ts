import { createHash } from 'node:crypto';
import { type EffectSide, effectNames, type PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import type {
  PermissionGroup,
  PermissionGroupVersion,
  ShownMember,
} from '@lectern/contract/features/permission-group.ts';
import type { AccessEffect, PersonPages } from './access-effect.ts';
import type { FoundGroup, listVersions, Rules } from './permission-group.repository.ts';

export function presentGroup(group: FoundGroup, rules: Rules, members: ShownMember[]): PermissionGroup {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    rules: { ...rules },
    members,
    people: group.people,
    deleted: group.deleted_at !== null,
    updatedBy: namedOrNull(group.updated_by, group.updated_by_name),
    updatedAt: group.updated_at.toISOString(),
    version: group.version,
  };
}

export function presentVersion(row: Awaited<ReturnType<typeof listVersions>>[number]): PermissionGroupVersion {
  const { actorId, actorName, at, ...version } = row;
  return { ...version, at: at.toISOString(), actor: namedOrNull(actorId, actorName) };
}

function namedOrNull(id: string | null, name: string | null) {
  return id && name !== null ? { id, name } : null;
}

/** The effect for display: a count of everyone, and the names of the first few. */
export function presentEffect(effect: AccessEffect): PermissionEffect {
  return {
    people: effect.people,
    gains: presentSide(effect.gains),
    loses: presentSide(effect.loses),
    closed: effect.closed,
    digest: digestOf(effect),
  };
}

function presentSide(people: readonly PersonPages[]): EffectSide {
  const counts = new Map<string, number>();
  for (const { paths } of people) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  const pages = [...counts].map(([path, count]) => ({ path, people: count }));
  return {
    people: people.length,
    pages: pages.sort((one, other) => other.people - one.people || (one.path < other.path ? -1 : 1)),
    who: people.slice(0, effectNames),
  };
}

export function digestOf(effect: AccessEffect): string {
  const lineOf = ({ userId, paths }: PersonPages) => [userId, ...paths].join(' ');
  const lines = [
    ...effect.gains.map((entry) => `+${lineOf(entry)}`),
    ...effect.loses.map((entry) => `-${lineOf(entry)}`),
  ];
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 32);
}
