import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import type { Written } from './written-reading.ts';

/** What was said as captions: a stretch of speech each. */
export function writeCaptions(format: 'srt' | 'vtt') {
  return async function* write({ parts }: Written): AsyncGenerator<string> {
    if (format === 'vtt') yield 'WEBVTT\n\n';
    let number = 0;
    for await (const part of parts) {
      for (const line of part.lines) {
        const text = captionText(line);
        if (!text || line.startMs === undefined || line.endMs === undefined) continue;
        number += 1;
        const times = [line.startMs, Math.max(line.endMs, line.startMs + 1)].map((ms) => clock(ms, format));
        yield `${format === 'srt' ? `${number}\n` : ''}${times.join(' --> ')}\n${text}\n\n`;
      }
    }
  };
}

/** An empty line would end the caption, an arrow would be read as times, and a bracket as markup. */
function captionText({ text, speaker }: ReadingLine): string {
  const said = speaker ? `${speaker}: ${text}` : text;
  return said
    .replace(/\s+/g, ' ')
    .replaceAll('-->', '→')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .trim();
}

function clock(ms: number, format: 'srt' | 'vtt'): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const rest = String(ms % 1000).padStart(3, '0');
  const point = format === 'srt' ? ',' : '.';
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${point}${rest}`;
}
