export type SubtitleFormat = 'srt' | 'vtt';
export const subtitleFormats = ['srt', 'vtt'] as const;

export function writeClock(ms: number, format: SubtitleFormat): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${clock}${format === 'srt' ? ',' : '.'}${String(ms % 1000).padStart(3, '0')}`;
}

const clock = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/** About 555 hours, which still fits into a 32-bit integer. */
const longestMs = 2_000_000_000;

/**
 * Accepts times with or without hours, and a comma or point before the milliseconds. Undefined when it isn't a valid
 * time.
 */
export function readClock(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', rest = ''] = clock.exec(text.trim()) ?? [];
  if (minutes === '' || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest.padEnd(3, '0'));
  return ms <= longestMs ? ms : undefined;
}
