import { createGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { listResourceSubtitles } from '@lectern/contract/features/subtitle.ts';
import { createSubtitle, moveSubtitle, recutSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { password } from '../../people.ts';
import { putTranscript } from '../../seed/put-transcript.ts';
import { callApi } from '../../session/call-api.ts';
import { signInWith } from '../../session/sign-in.ts';
import { campusTranscript, spokenLecture } from './campus-transcript.ts';

const misheard = { cristie: 'cristae', 'photo synthesis': 'photosynthesis', 'a teepee': 'ATP' };

/** Gives one lecture a transcript, subtitles cut from it, and a glossary of words that engines get wrong. */
export async function synthesiseSpeech(
  { origin, databaseUrl }: { origin: string; databaseUrl: string },
  resources: readonly ResourceDetailView[],
): Promise<void> {
  const resource = resources.find(({ title }) => title === spokenLecture);
  if (!resource) throw new Error(`no lecture ${spokenLecture}`);
  await putTranscript(databaseUrl, resource, campusTranscript());
  const head = await signInWith(origin, 'li.wei', password);
  const params = { id: resource.id };
  const body = { language: 'en', from: { kind: 'speech' } } as const;
  const tracks = async () => (await callApi(origin, head, listResourceSubtitles, { params })).tracks;
  const [made] = await tracks();
  if (made) await callApi(origin, head, recutSubtitle, { params: { id: made.id }, body: {} });
  else await callApi(origin, head, createSubtitle, { params, body });
  for (const { id, version } of await tracks()) {
    await callApi(origin, head, moveSubtitle, { params: { id }, body: { move: 'publish', version } });
  }
  for (const [wrong, right] of Object.entries(misheard)) {
    await callApi(origin, head, createGlossaryTerm, { body: { wrong, right, language: 'en' } });
  }
}
