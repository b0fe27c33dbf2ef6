import type { SubtitleRow, SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import type { KnownTexts, OpenedSubtitle } from '../editor/desk-context.ts';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const videoId = idOf(1);
const changedAt = '2026-11-16T10:00:00.000Z';

export const sampleCues: Cue[] = [
  { startMs: 1_000, endMs: 4_000, text: 'Welcome to the lecture\non photosynthesis.' },
  { startMs: 4_100, endMs: 6_000, text: 'Plants turn light into sugar.' },
  // Too close to the previous cue, and too short.
  { startMs: 6_020, endMs: 6_620, text: 'Always.' },
];

export function sampleTrack(change: Partial<SubtitleTrack> = {}): SubtitleTrack {
  return {
    id: idOf(700),
    resourceId: videoId,
    language: 'en',
    label: '',
    state: 'auto',
    isDefault: true,
    stale: false,
    behind: false,
    cues: sampleCues.length,
    problems: 2,
    number: 1,
    origin: 'machine',
    offered: null,
    version: 4,
    changedAt,
    changedBy: null,
    url: null,
    ...change,
  };
}

export function sampleText(change: Partial<KnownTexts['versions'][number]> = {}): KnownTexts['versions'][number] {
  return {
    id: idOf(710),
    number: 1,
    origin: 'machine',
    current: true,
    cues: sampleCues.length,
    problems: 2,
    engine: 'Cues 1',
    note: '',
    createdAt: changedAt,
    createdBy: null,
    ...change,
  };
}

export function sampleSubtitle(change: Partial<OpenedSubtitle> = {}): OpenedSubtitle {
  const cues = change.cues ?? sampleCues;
  return {
    track: sampleTrack(),
    text: sampleText(),
    cues,
    problems: checkCues(cues),
    masked: false,
    mayEdit: true,
    moves: ['check', 'publish'],
    burnedIn: null,
    translation: null,
    resource: { id: videoId, title: 'Respiration', durationMs: 60_000 },
    ...change,
  };
}

export function sampleRow(change: Partial<SubtitleRow> = {}): SubtitleRow {
  return {
    id: videoId,
    resource: {
      title: 'Respiration',
      state: 'ready',
      format: 'mp4',
      thumbnail: null,
      durationMs: 60_000,
      language: 'en',
      owner: { id: idOf(900), name: 'Li Wei' },
    },
    tracks: [sampleTrack()],
    problems: 2,
    stale: false,
    speech: { state: 'done', progress: 100, cause: null, causeCode: null },
    work: { state: 'done', progress: 100, cause: null, causeCode: null },
    changedAt,
    ...change,
  };
}
