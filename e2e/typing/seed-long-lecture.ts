import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { makeResources } from '../seed/make-resources.ts';
import { putTranscript } from '../seed/put-transcript.ts';
import type { Session } from '../session/sign-in.ts';
import { longTranscript, longVideo } from './long-lecture.ts';

/** Generous, because seeding time doesn't matter here. */
const patience = { timeout: 600_000 };

type Product = { origin: string; databaseUrl: string };

/** Seeds a three-hour recording with `lines` lines of transcript, because transcribing it would take too long. */
export async function seedLongLecture(
  { origin, databaseUrl }: Product,
  session: Session,
  lines: number,
): Promise<ResourceDetailView> {
  const file = { name: 'Three hours of cells.mp4', bytes: longVideo() };
  const [resource] = await makeResources(origin, session, [file], undefined, patience);
  if (!resource) throw new Error('the recording wasn’t uploaded');
  await putTranscript(databaseUrl, resource, longTranscript(lines));
  return resource;
}
