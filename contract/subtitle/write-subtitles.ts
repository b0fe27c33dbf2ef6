import { cleanCueText } from './clean-cue-text.ts';
import type { Cue } from './cue.ts';
import { type SubtitleFormat, writeClock } from './subtitle-clock.ts';

/** Cues without visible text are left out. */
export function writeSubtitles(cues: readonly Cue[], format: SubtitleFormat): string {
  const shown = cues.map((cue) => ({ ...cue, text: cleanCueText(cue.text) })).filter(({ text }) => text !== '');
  const blocks = shown.map((cue, at) => {
    const times = `${writeClock(cue.startMs, format)} --> ${writeClock(cue.endMs, format)}`;
    return `${format === 'srt' ? `${at + 1}\n` : ''}${times}\n${escapeCueText(cue.text, format)}\n`;
  });
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`;
}

/** Players would read `<` as a tag and `-->` as a timing line. SRT has no escapes. */
export function escapeCueText(text: string, format: SubtitleFormat): string {
  if (format === 'srt') return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
