import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { createSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { password } from '../../people.ts';
import { putTranscript } from '../../seed/put-transcript.ts';
import { callApi } from '../../session/call-api.ts';
import { signInWith } from '../../session/sign-in.ts';
import { campusTranscript, spokenLecture } from './campus-transcript.ts';

/** Gives one lecture its words, and subtitles cut from them. */
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
}
