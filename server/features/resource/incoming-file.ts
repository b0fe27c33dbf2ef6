import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';

/** A file that is stored: its row in `files` is written in the same transaction. */
export type IncomingFile = {
  fileId: string;
  file: { name: string; sizeBytes: number; sha256: Buffer; contentType: string };
  kind: ResourceKind;
  /** Such as `pdf` or `mp4`, by what the file holds. */
  format: string;
  /** What is new in this version. */
  note?: string;
};

export type IncomingResource = IncomingFile & {
  libraryId: string;
  folderId: string | null;
  /** Without one, the file's name without its ending. */
  title?: string;
  /** Fields that the contract has accepted; what is missing comes from the library. */
  metadata?: Partial<Omit<ResourceFields, 'title'>>;
};
