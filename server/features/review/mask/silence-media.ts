import { type Span, silenceSpans } from '../../../engines/media/silence-spans.ts';
import type { RunSandboxed } from '../../../engines/sandbox/port.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { localFile } from '../../../platform/storage/local-file.ts';
import type { MaskRecord } from '../view/hit-list.repository.ts';
import type { MadeFile } from './made-file.ts';
import type { MaskedVersion } from './masked-source.repository.ts';

type Given = {
  version: MaskedVersion;
  masks: readonly MaskRecord[];
  fileStore: FileStore;
  run: RunSandboxed;
  folder: string;
  signal: AbortSignal;
};

/** One file for whatever is played: the copy for browsers where there is one, else the original. */
export async function silenceMedia({ version, masks, fileStore, run, folder, signal }: Given): Promise<MadeFile[]> {
  const spans = masks.flatMap(spanOf);
  if (spans.length === 0) return [];
  const copies = version.renditions.filter(({ kind }) => kind === version.kind);
  const source = copies[0] ?? version;
  const file = await localFile(fileStore, source.storeKey, folder, signal);
  const box = version.kind === 'audio' ? 'm4a' : source.contentType === 'video/webm' ? 'webm' : 'mp4';
  const job = { run, file, folder, durationSeconds: version.durationSeconds, signal, sizeBytes: source.sizeBytes };
  const made = await silenceSpans(job, { spans, box });
  const contentType = { m4a: 'audio/mp4', mp4: 'video/mp4', webm: 'video/webm' }[box];
  const name = `${version.name.replace(/\.[^.]*$/, '')}.${box}`;
  return [{ file: made, name, contentType, renditionIds: [null, ...copies.map(({ id }) => id)] }];
}

function spanOf({ source, start_ms: startMs, end_ms: endMs }: MaskRecord): Span[] {
  if (source !== 'speech' || startMs === null) return [];
  return [{ startMs, endMs: endMs ?? startMs + 1_000 }];
}
