import type { ResourceVersion } from '@lectern/contract/features/resource.ts';

/** A time as `3:07` or `1:03:07`, with tenths of a second on request. */
export function clock(seconds: number, tenths = false): string {
  const whole = Math.max(0, tenths ? Math.floor(seconds * 10) / 10 : Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, Math.floor(whole % 60)];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  const text = shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
  return tenths ? `${text}.${Math.floor((whole * 10) % 10)}` : text;
}

/** Frames per second; null when not measured. */
export function frameRateOf({ facts }: Pick<ResourceVersion, 'facts'>): number | null {
  const rate = (facts.video as { frameRate?: unknown } | undefined)?.frameRate;
  return typeof rate === 'number' && rate > 0 ? rate : null;
}
