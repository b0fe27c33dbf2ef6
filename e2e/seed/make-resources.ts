import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { listLibraries } from '@lectern/contract/features/library.ts';
import { getResource, moveResource, type ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { announceUploads, isRecording, listUploads, tusVersion } from '@lectern/contract/features/upload.ts';
import { callApi } from '../session/call-api.ts';
import type { Session } from '../session/sign-in.ts';

type File = { name: string; bytes: Uint8Array };
type Place = { libraryId: string; folderId?: string };

/**
 * Uploads files to the person's own library through the same calls as the page, and returns once all can be published.
 * Recordings are set to English.
 */
export async function makeResources(
  origin: string,
  session: Session,
  files: readonly File[],
  place?: Place,
  { timeout }: { timeout: number } = { timeout: 60_000 },
): Promise<ResourceDetailView[]> {
  const to = place ?? (await ownLibrary(origin, session));
  const batchId = randomUUID();
  const given = files.map((file) => ({ id: randomUUID(), fileName: file.name, sizeBytes: file.bytes.length }));
  const announce = (some: typeof given, language?: 'en') =>
    some.length === 0
      ? []
      : callApi(origin, session, announceUploads, {
          body: { batchId, ...to, onDuplicate: 'keep_both', ...(language && { language }), files: some },
        });
  const announced = [
    ...(await announce(
      given.filter(({ fileName }) => isRecording(fileName)),
      'en',
    )),
    ...(await announce(given.filter(({ fileName }) => !isRecording(fileName)))),
  ];
  for (const [at, { id }] of given.entries()) {
    const upload = announced.find((row) => row.id === id);
    if (upload) await send(origin, session, upload.url, files[at]?.bytes);
  }
  const query = { batchId };
  const { rows } = await callApi(origin, session, listUploads, { query });
  const ids = given.map(({ id }) => rows.find((row) => row.id === id)?.resource?.id);
  return Promise.all(ids.map((id) => readyResource(origin, session, id, timeout)));
}

/** Creates text files with distinct content, titled by their names. */
export function makeTexts(origin: string, session: Session, names: readonly string[]): Promise<ResourceDetailView[]> {
  const files = names.map((name) => ({ name: `${name}.txt`, bytes: new TextEncoder().encode(`${name}\n`.repeat(3)) }));
  return makeResources(origin, session, files);
}

export async function publish(origin: string, session: Session, resources: readonly ResourceDetailView[]) {
  for (const { id, version } of resources) {
    await callApi(origin, session, moveResource, { params: { id }, body: { move: 'publish', version } });
  }
}

async function send(origin: string, session: Session, url: string, bytes: Uint8Array | undefined): Promise<void> {
  const answer = await fetch(`${origin}/api${url}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${session.tokens.token}`,
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': tusVersion,
      'upload-offset': '0',
    },
    body: Buffer.from(bytes ?? []),
  });
  if (answer.status !== 204) throw new Error(`An upload was refused: ${answer.status} ${await answer.text()}`);
}

async function ownLibrary(origin: string, session: Session): Promise<Place> {
  const [library] = await callApi(origin, session, listLibraries);
  if (!library) throw new Error('there is no library to bring something into');
  return { libraryId: library.id };
}

/** Waits for the resource, because every file is inspected first. */
async function readyResource(
  origin: string,
  session: Session,
  id: string | undefined,
  timeout: number,
): Promise<ResourceDetailView> {
  if (!id) throw new Error('an upload did not become a resource');
  for (let tries = 0; tries < timeout / 100; tries += 1) {
    const resource = await callApi(origin, session, getResource, { params: { id } });
    if (resource.state !== 'draft' && resource.state !== 'processing') return resource;
    await wait(100);
  }
  throw new Error(`The resource ${id} did not become ready`);
}
