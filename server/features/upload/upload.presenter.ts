import { type ErrorCode, errorCatalogue } from '@lectern/contract/errors.ts';
import { tusPath, type UploadRow } from '@lectern/contract/features/upload.ts';
import type { Language } from '@lectern/contract/language.ts';
import { AppError, errorWords } from '../../platform/app-error.ts';
import type { Upload } from './upload.repository.ts';

type Refusal = { code: ErrorCode; params: Record<string, string | number> };

export function presentUpload(
  upload: Upload,
  language: Language,
  duplicateOf: UploadRow['duplicateOf'] = null,
): UploadRow {
  const refusal = refusalIn(upload);
  return {
    id: upload.id,
    batchId: upload.batch_id,
    fileName: upload.file_name,
    relativePath: upload.relative_path,
    sizeBytes: upload.size_bytes,
    offsetBytes: upload.offset_bytes,
    libraryId: upload.library_id,
    folderId: upload.folder_id,
    replacesId: upload.replaces_id,
    language: upload.resource_language,
    state: upload.state as UploadRow['state'],
    reason: refusal && errorWords(refusal.code, refusal.params)[language],
    duplicateOf: upload.state === 'duplicate' ? duplicateOf : null,
    resource:
      upload.resource_id && upload.resource_kind && upload.resource_title !== null
        ? { id: upload.resource_id, kind: upload.resource_kind, title: upload.resource_title }
        : null,
    entries: upload.entries,
    createdAt: upload.created_at.toISOString(),
    url: tusPath.replace('{id}', upload.id),
  };
}

/** Repeats the original refusal for later requests. */
export function refusalError(upload: Upload): AppError {
  const refusal = refusalIn(upload);
  return refusal ? new AppError(refusal.code, { params: refusal.params }) : new AppError('uploadOver');
}

export function storedRefusal(error: AppError): string {
  return JSON.stringify({ code: error.code, params: error.params });
}

function refusalIn(upload: Upload): Refusal | null {
  const refusal = upload.refusal as Refusal | null;
  return refusal && refusal.code in errorCatalogue ? refusal : null;
}
