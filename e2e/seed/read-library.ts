import { listLibraries, updateLibrary } from '@lectern/contract/features/library.ts';
import { callApi } from '../session/call-api.ts';
import type { Session } from '../session/sign-in.ts';

/** Turns on OCR and transcription for the person's own library; the shared product has them off by default. */
export async function readOwnLibrary(origin: string, session: Session): Promise<void> {
  const [own] = await callApi(origin, session, listLibraries);
  if (!own) throw new Error('there is no library of one’s own');
  const body = { processing: { convert: true, ocr: true, asr: true }, version: own.version };
  await callApi(origin, session, updateLibrary, { params: { id: own.id }, body });
}
