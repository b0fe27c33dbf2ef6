import { createGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { createSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { password } from '../../people.ts';
import { putTranscript } from '../../seed/put-transcript.ts';
import { callApi } from '../../session/call-api.ts';
import { signInWith } from '../../session/sign-in.ts';
import { campusTranscript, spokenLecture } from './campus-transcript.ts';

const misheard = { cristie: 'cristae', 'photo synthesis': 'photosynthesis', 'a teepee': 'ATP' };

/** Gives one lecture its words, subtitles cut from them, and a glossary of what a machine hears instead. */
export async function sayWords(
  { origin, databaseUrl }: { origin: string; databaseUrl: string },
  resources: readonly ResourceDetailView[],
): Promise<void> {
  const resource = resources.find(({ title }) => title === spokenLecture);
  if (!resource) throw new Error(`there is no lecture ${spokenLecture}`);
  await putTranscript(databaseUrl, resource, campusTranscript());
  const head = await signInWith(origin, 'li.wei', password);
  const body = { language: 'en', from: { kind: 'speech' } } as const;
  await callApi(origin, head, createSubtitle, { params: { id: resource.id }, body });
  for (const [wrong, right] of Object.entries(misheard)) {
    await callApi(origin, head, createGlossaryTerm, { body: { wrong, right, language: 'en' } });
  }
}
