import { detectKind } from '../../../engines/file-kind/detect-kind.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import type { LibraryService } from '../../library/public.ts';
import { getCurrentVersionId, type ResourceIntakeService } from '../../resource/public.ts';
import { readSubtitleFile, type SubtitleChangeService } from '../../subtitle/public.ts';
import { bringIn, refusalOf, storedPart } from '../../upload/public.ts';
import type { Intake } from './course-import.service.ts';

type Dependencies = {
  fileStore: FileStore;
  libraries: LibraryService;
  intake: ResourceIntakeService;
  subtitles: () => Pick<SubtitleChangeService, 'create'>;
};

/** Files of an imported course are inspected and judged like any other upload. */
export function courseIntake({ fileStore, libraries, intake, subtitles }: Dependencies): Intake {
  return {
    findTwin: (db, principal, sha256) => intake.findDuplicate(db, principal, sha256),
    async bringIn(transaction, context, { stored, name, title, libraryId: chosen }) {
      const format = await detectKind(storedPart(fileStore, stored.storeKey, stored.sizeBytes), name);
      if (format.problem) throw refusalOf(format);
      if (format.kind === 'archive') throw new AppError('kindRefused', { params: { kind: 'zip' } });
      const libraryId = chosen ?? (await libraries.personalLibraryOf(transaction, context.principal.userId));
      const arrived = { stored, format, name, title, libraryId, folderId: null, relativePath: '' };
      return bringIn(transaction, context, { libraries, intake }, arrived, null);
    },
    async addSubtitles(transaction, context, resourceId, { language, label, bytes }) {
      const { cues } = readSubtitleFile(bytes);
      if (cues.length === 0) throw new AppError('fileEmpty');
      const versionId = await getCurrentVersionId(transaction, resourceId);
      const place = { resourceId, versionId, language, label };
      await subtitles().create(transaction, context, place, { cues, origin: 'imported', readingId: null });
    },
  };
}
