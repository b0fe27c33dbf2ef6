import {
  defaultPlatformSettings,
  type PlatformSettings,
  platformSettings,
  type VersionedSettings,
} from '@lectern/contract/features/settings.ts';
import type { StoredSettings } from './settings.repository.ts';

/**
 * Stored settings over the defaults. A stored value that is no longer valid falls back on its own, so one old value
 * can't take the login page down.
 */
export function presentSettings(stored: unknown): PlatformSettings {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const accepted = Object.entries(platformSettings.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(given[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...defaultPlatformSettings, ...Object.fromEntries(accepted) };
}

export function presentVersioned(stored: StoredSettings | undefined): VersionedSettings {
  return {
    settings: presentSettings(stored?.value),
    version: stored?.version ?? 0,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

/** Only the settings that differ, before and after, for the activity log. */
export function changedFields(before: PlatformSettings, after: PlatformSettings) {
  const names = (Object.keys(after) as (keyof PlatformSettings)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (from: PlatformSettings): Partial<PlatformSettings> =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return { names, before: pick(before), after: pick(after) };
}
