import type { KeyboardEvent } from 'react';
import type { Caret } from './model/change.ts';
import { nextDoubtful, nextSuspect } from './model/doubtful.ts';
import {
  acceptWord,
  mergeWithNext,
  mergeWithPrevious,
  removeLine,
  setTimes,
  shiftTimes,
  splitAt,
} from './model/edits.ts';
import { moveLine } from './model/line-actions.ts';
import type { WorkLine } from './model/work-line.ts';
import type { Workbench } from './workbench-context.ts';

/** Seconds to go back for a replay. */
const replaySeconds = 3;
const nudgeMs = 100;

/** Moves the caret, the page and the recording to a place. */
export function goTo(bench: Workbench, caret: Caret | undefined): boolean {
  if (!caret) return false;
  const line = bench.work.lineOf(caret.key);
  if (!line) return false;
  bench.work.go(caret);
  bench.show(line, caret.from);
  return true;
}

export function goToDoubtful(bench: Workbench, by: 1 | -1): boolean {
  const { guide } = bench.extras;
  if (guide) {
    const key = guide.next(bench.work.here()?.key ?? null, by);
    return key !== undefined && goTo(bench, { key, from: 0, to: 0 });
  }
  return goTo(bench, nextDoubtful(bench.work.state.get().lines, bench.work.here(), by));
}

export function goToSuspect(bench: Workbench, by: 1 | -1): boolean {
  if (bench.extras.guide) return goToDoubtful(bench, by);
  const line = nextSuspect(bench.work.state.get().lines, bench.work.here()?.key ?? null, by);
  return goTo(bench, line && { key: line.key, from: 0, to: 0 });
}

function goToLine(bench: Workbench, key: number, by: 1 | -1): boolean {
  const { lines } = bench.work.state.get();
  const line = lines[bench.work.indexOf(key) + by];
  const end = by > 0 ? 0 : (line?.text.length ?? 0);
  return goTo(bench, line && { key: line.key, from: end, to: end });
}

type Press = { bench: Workbench; line: WorkLine; area: HTMLTextAreaElement };

/** Handles keys within a line; returns whether the key was handled. */
export function pressKey(event: KeyboardEvent, press: Press): boolean {
  if (event.nativeEvent.isComposing) return false;
  if (!press.bench.readOnly && press.bench.extras.press?.(event, press.line)) return true;
  if (event.altKey && !event.ctrlKey && !event.metaKey) return pressAlt(event, press);
  if (event.ctrlKey || event.metaKey) return pressControl(event, press);
  return walk(event, press) || (!press.bench.readOnly && write(event, press));
}

function walk(event: KeyboardEvent, { bench, line, area }: Press): boolean {
  const { selectionStart, selectionEnd, value } = area;
  switch (event.key) {
    case 'Tab':
      return goToDoubtful(bench, event.shiftKey ? -1 : 1);
    case 'ArrowUp':
      return !event.shiftKey && selectionEnd === 0 && goToLine(bench, line.key, -1);
    case 'ArrowDown':
      return !event.shiftKey && selectionStart === value.length && goToLine(bench, line.key, 1);
    case 'PageUp':
    case 'PageDown':
      return false;
    default:
      return false;
  }
}

function write(event: KeyboardEvent, { bench, line, area }: Press): boolean {
  const { work, kind } = bench;
  const { selectionStart, selectionEnd, value } = area;
  const nothing = selectionStart === selectionEnd;
  if (event.key === 'Enter') {
    // In a cue, Shift+Enter is a line break within the text.
    if (event.shiftKey && kind === 'cue') return false;
    // At the end of a line there is nothing to split, so go to the next line.
    if (!splitAt(work, line.key, selectionStart) && selectionStart === value.length) goToLine(bench, line.key, 1);
    return true;
  }
  if (event.key === 'Backspace' && nothing && selectionStart === 0) {
    const before = work.state.get().lines[work.indexOf(line.key) - 1];
    return value === '' && before ? removeUpwards(bench, line, before) : mergeWithPrevious(work, line.key);
  }
  if (event.key === 'Delete' && nothing && selectionStart === value.length) return mergeWithNext(work, line.key);
  return false;
}

/** Removes an empty line and puts the caret at the end of the one before. */
function removeUpwards({ work }: Workbench, line: WorkLine, before: WorkLine): boolean {
  const at = work.indexOf(line.key);
  const end = before.text.length;
  return work.perform({
    changes: [{ at, removed: [line], added: [] }],
    after: { key: before.key, from: end, to: end },
  });
}

function pressControl(event: KeyboardEvent, { bench, line }: Press): boolean {
  const key = event.key.toLowerCase();
  if (key === 'backspace' && event.shiftKey && !bench.readOnly) return removeLine(bench.work, line.key);
  if (key === 'm' && !event.shiftKey && !bench.readOnly) return mergeWithNext(bench.work, line.key);
  return false;
}

/** Uses `event.code`, because Alt changes `event.key` on some keyboards. */
function pressAlt(event: KeyboardEvent, { bench, line, area }: Press): boolean {
  const { work, readOnly } = bench;
  const sound = bench.media();
  const timed = line.startMs !== undefined && line.endMs !== undefined;
  switch (event.code) {
    case 'ArrowUp':
    case 'ArrowDown': {
      const by = event.code === 'ArrowUp' ? -1 : 1;
      if (!event.shiftKey || bench.kind !== 'page') return goToLine(bench, line.key, by);
      if (!readOnly) moveLine(work, line.key, by);
      return true;
    }
    case 'KeyS':
      return goToSuspect(bench, event.shiftKey ? -1 : 1);
    case 'KeyA':
      if (readOnly) return false;
      acceptWord(work, line.key, area.selectionStart);
      goToDoubtful(bench, 1);
      return true;
    case 'BracketLeft':
    case 'BracketRight':
      if (!readOnly && timed)
        shiftTimes(
          work,
          line.key,
          event.code === 'BracketLeft' ? -nudgeMs : nudgeMs,
          event.shiftKey ? 'fromHere' : 'line',
        );
      return timed;
    case 'KeyI':
      if (!readOnly && timed && sound) setTimes(work, line.key, sound.currentTime * 1_000, line.endMs ?? 0);
      return timed;
    case 'KeyO':
      if (!readOnly && timed && sound) setTimes(work, line.key, line.startMs ?? 0, sound.currentTime * 1_000);
      return timed;
    default:
      return pressSound(event, sound);
  }
}

function pressSound(event: KeyboardEvent, sound: HTMLMediaElement | null): boolean {
  if (!sound) return false;
  switch (event.code) {
    case 'KeyK':
      if (sound.paused) void sound.play().catch(() => undefined);
      else sound.pause();
      return true;
    case 'KeyJ':
      sound.currentTime = Math.max(0, sound.currentTime - replaySeconds);
      return true;
    case 'KeyL':
      sound.currentTime += replaySeconds;
      return true;
    default:
      return false;
  }
}
