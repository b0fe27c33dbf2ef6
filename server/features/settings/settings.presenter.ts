import {
  defaultPlatformSettings,
  type PlatformSettings,
  platformSettings,
  type VersionedSettings,
} from '@lectern/contract/features/settings.ts';
import type { StoredSettings } from './settings.repository.ts';

/**
 * What is stored, laid over the defaults. A stored value that today's rules refuse falls back alone to its default:
 * one old value must not take the login page down.
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

/** Only what differs, on both sides: that is what an activity should show. */
export function changedFields(before: PlatformSettings, after: PlatformSettings) {
  const names = (Object.keys(after) as (keyof PlatformSettings)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (from: PlatformSettings): Partial<PlatformSettings> =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return { names, before: pick(before), after: pick(after) };
}
