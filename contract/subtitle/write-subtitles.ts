import { cleanCueText } from './clean-cue-text.ts';
import type { Cue } from './cue.ts';
import { type SubtitleFormat, writeClock } from './subtitle-clock.ts';

/** Cues as a file. What has nothing to see is left out. */
export function writeSubtitles(cues: readonly Cue[], format: SubtitleFormat): string {
  const shown = cues.map((cue) => ({ ...cue, text: cleanCueText(cue.text) })).filter(({ text }) => text !== '');
  const blocks = shown.map((cue, at) => {
    const times = `${writeClock(cue.startMs, format)} --> ${writeClock(cue.endMs, format)}`;
    return `${format === 'srt' ? `${at + 1}\n` : ''}${times}\n${format === 'vtt' ? escaped(cue.text) : cue.text}\n`;
  });
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`;
}

/** Players would take brackets for marks, and an arrow for times. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
