import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';

export const lectureSeconds = 3 * 3_600;
const partMs = 600_000;
const vocabulary =
  'the membrane folds into cristae and more membrane carries more enzymes that turn sugar into something a cell can spend while protons gather on one side and flow back through a small turbine'.split(
    ' ',
  );

/** A three-hour video that takes seconds to create: one plain frame per second, with a hum. */
export function longVideo(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-long-'));
  try {
    const file = path.join(folder, 'long.mp4');
    const seconds = String(lectureSeconds);
    const picture = ['-f', 'lavfi', '-i', 'color=c=darkblue:size=160x90:rate=1'];
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=8000', '-t', seconds];
    const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '16k'];
    const all = ['-v', 'error', '-nostdin', '-y', ...picture, ...sound, ...coding, '-movflags', '+faststart', file];
    execFileSync('ffmpeg', all);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A transcript for it: consecutive lines, every eleventh word doubtful, the same on every run. */
export function longTranscript(count: number): ReadingPart[] {
  const stepMs = Math.floor((lectureSeconds * 1_000) / count);
  const parts = new Map<number, ReadingLine[]>();
  for (let at = 0; at < count; at += 1) {
    const number = Math.floor((at * stepMs) / partMs) + 1;
    const known = parts.get(number);
    if (known) known.push(lineAt(at, stepMs));
    else parts.set(number, [lineAt(at, stepMs)]);
  }
  return [...parts].map(([number, lines]) => ({ number, width: null, height: null, rotation: null, lines }));
}

/** The same as subtitles, one cue per line, wrapped onto two lines if long; some are too fast to read. */
export function longSubtitles(count: number): Cue[] {
  const lines = longTranscript(count).flatMap((part) => part.lines);
  return lines.map(({ text, startMs, endMs }) => ({
    startMs: startMs ?? 0,
    endMs: endMs ?? 0,
    text: text.length > 42 ? text.replace(/^(.{20,42}) /, '$1\n') : text,
  }));
}

function lineAt(at: number, stepMs: number): ReadingLine {
  const count = 8 + ((at * 7) % 9);
  const wordMs = Math.floor(stepMs / (count + 1));
  const words = Array.from({ length: count }, (_, place) => ({
    text: vocabulary[(at * 5 + place * 3) % vocabulary.length] ?? 'cell',
    confidence: (at + place) % 11 === 0 ? 0.42 : 0.96,
    startMs: at * stepMs + place * wordMs,
    endMs: at * stepMs + (place + 1) * wordMs - 10,
  }));
  return {
    text: words.map(({ text }) => text).join(' '),
    confidence: 0.9,
    startMs: at * stepMs,
    endMs: at * stepMs + count * wordMs,
    words,
    ...(at % 400 === 17 && { suspects: ['textOnSilence' as const] }),
  };
}
