import type { SubtitleMove, SubtitleState } from '@lectern/contract/features/subtitle.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { AppError } from '../../platform/app-error.ts';
import { coverWhole, coverWords, type HiddenText } from '../review/public.ts';
import type { TrackRecord } from './subtitle.presenter.ts';

type Judged = Pick<TrackRecord, 'state' | 'origin' | 'cues' | 'checked_at'>;

/** The state after a move; undefined if it isn't allowed. Tracks without cues can't be checked or published. */
export function stateAfter(track: Judged, move: SubtitleMove): SubtitleState | undefined {
  const { state } = track;
  switch (move) {
    case 'check':
      return track.cues > 0 && (state === 'auto' || state === 'edited') ? 'checked' : undefined;
    case 'uncheck':
      return state === 'checked' ? unchecked(track) : undefined;
    case 'publish':
      return track.cues > 0 && state !== 'published' ? 'published' : undefined;
    case 'unpublish':
      if (state !== 'published') return undefined;
      return track.checked_at === null ? unchecked(track) : 'checked';
  }
}

function unchecked({ origin }: Judged): SubtitleState {
  return isMade(origin) ? 'auto' : 'edited';
}

/** Made by Lectern's rules or a language model, not by a person. */
export function isMade(origin: TrackRecord['origin']): boolean {
  return origin === 'machine' || origin === 'translated';
}

export function resolveMove(track: Judged, move: SubtitleMove): SubtitleState {
  const state = stateAfter(track, move);
  if (!state) throw new AppError('illegalMove');
  return state;
}

/** Publishing an out-of-date track needs confirmation. */
export function needsConsent(track: Judged & Pick<TrackRecord, 'stale'>, move: SubtitleMove): boolean {
  return move === 'publish' && track.stale && stateAfter(track, move) !== undefined;
}

/**
 * The state after a person edits the text. Published tracks stay published, so a correction reaches viewers at once.
 */
export function stateAfterEdit(state: SubtitleState): SubtitleState {
  return state === 'published' ? 'published' : 'edited';
}

/** Nobody has edited or checked it, so the machine may replace its text. */
export function isUntouched({ state, origin }: Pick<TrackRecord, 'state' | 'origin'>): boolean {
  return state === 'auto' && isMade(origin);
}

/** The cues with masked words redacted as ■; `masked` says whether any were. */
export function coverCues(cues: readonly Cue[], { whole, words }: HiddenText): { cues: Cue[]; masked: boolean } {
  const texts = cues.map(({ text }) => text);
  const covered = whole ? texts.map(coverWhole) : coverWords(texts, words);
  const shown = cues.map((cue, at) => ({ ...cue, text: covered[at] ?? '' }));
  return { cues: shown, masked: whole || covered.some((text, at) => text !== texts[at]) };
}
