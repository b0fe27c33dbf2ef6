export type Cue = { startMs: number; endMs: number; text: string };

const timing = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}\.\d{3})/;

/** Parses WebVTT cues as plain text, with tags removed. */
export function readCues(vtt: string): Cue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => timing.test(line));
      const found = timing.exec(lines[at] ?? '');
      if (!found?.[1] || !found[2]) return [];
      const text = lines
        .slice(at + 1)
        .join(' ')
        .replace(/<[^>]*>/g, '')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&nbsp;/g, ' ')
        .replace(/&amp;/g, '&')
        .trim();
      return text ? [{ startMs: toMs(found[1]), endMs: toMs(found[2]), text }] : [];
    });
}

function toMs(stamp: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = stamp.split(':').map(Number).reverse();
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000);
}
