import { writeSubtitles } from '@lectern/contract/subtitle/write-subtitles.ts';
import { burnSubtitles } from '../../engines/media/web-media.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import type { JobHandler } from '../../platform/queue/job-definition.ts';
import { JobSkipped } from '../../platform/queue/job-endings.ts';
import { discardFiles } from '../../platform/storage/discard-files.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import type { asJobEnding, replaceRenditions, storeFiles } from '../machine-work/public.ts';
import { findText, findTrack } from './subtitle.repository.ts';
import { findFilm } from './subtitle-jobs.repository.ts';

export type BurnDependencies = {
  fileStore: FileStore;
  run: RunSandboxed;
  requireEngine(name: string): Promise<string>;
  /** Shared with the pipeline steps: storing renditions and classifying errors. */
  storeFiles: typeof storeFiles;
  replaceRenditions: typeof replaceRenditions;
  asJobEnding: typeof asJobEnding;
};

/** Makes a copy of the video with burned-in subtitles; the original stays. */
export function burnIn({ fileStore, run, requireEngine, ...keeping }: BurnDependencies): JobHandler {
  return async (job, { db, signal, report }) => {
    const [subtitleId, textId] = [String(job.input.subtitleId), String(job.input.textId)];
    const track = await findTrack(db, subtitleId);
    const text = track && (await findText(db, subtitleId, textId));
    const film = track && (await findFilm(db, track.resource_id));
    if (!track || !text || !film) throw new JobSkipped('The subtitles or the video no longer exist.');
    await requireEngine('FFmpeg');
    const facts = { subtitleId, language: track.language, number: text.number };
    try {
      const stored = await withFolder(async (folder) => {
        const file = await localFile(fileStore, film.storeKey, folder, signal);
        const media = { run, file, folder, durationSeconds: film.durationSeconds, signal, onProgress: report };
        const made = await burnSubtitles(media, writeSubtitles(text.content, 'srt'));
        const name = `${film.name.replace(/\.[^.]*$/, '')}.${track.language}.mp4`;
        const rendition = { kind: 'burned', page: 0, file: made, name, contentType: 'video/mp4', facts } as const;
        return keeping.storeFiles(fileStore, [rendition], signal);
      });
      const keys = stored.map((one) => one.stored.storeKey);
      return {
        discard: () => discardFiles(db, fileStore, keys),
        save: async (transaction) => {
          const now = await findFilm(transaction, track.resource_id);
          // The job then discards the stored file.
          if (now?.versionId !== film.versionId) throw new JobSkipped('Replaced by a newer version.');
          await keeping.replaceRenditions(transaction, film.versionId, ['burned'], stored);
        },
      };
    } catch (error) {
      signal.throwIfAborted();
      throw keeping.asJobEnding(error);
    }
  };
}
