import { createSubtitle, moveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { callApi } from '../session/call-api.ts';
import type { Session } from '../session/sign-in.ts';

type Line = { start: number; end: number; text: string };

/** Creates subtitles for a video, as if imported from a file, and publishes them. */
export async function publishSubtitles(
  origin: string,
  session: Session,
  resourceId: string,
  lines: readonly Line[],
): Promise<void> {
  const cues = lines.map(({ start, end, text }) => ({ startMs: start * 1000, endMs: end * 1000, text }));
  const { track } = await callApi(origin, session, createSubtitle, {
    params: { id: resourceId },
    body: { language: 'en', from: { kind: 'file', cues } },
  });
  await callApi(origin, session, moveSubtitle, {
    params: { id: track.id },
    body: { move: 'publish', version: track.version },
  });
}
