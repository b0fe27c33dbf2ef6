/** Any part of a file, wherever it is kept. */
export type FilePart = {
  sizeBytes: number;
  read(start: number, length: number): Promise<Buffer>;
};

export type MediaKind = 'document' | 'video' | 'audio' | 'image';
export type Format = { kind: MediaKind; format: string; contentType: string };

/** Why a file is not taken. */
export type Refusal =
  | { problem: 'empty' }
  | { problem: 'refused'; what: string }
  | { problem: 'differs'; extension: string }
  | { problem: 'damaged' }
  | { problem: 'large'; limit: string }
  | { problem: 'inflates' };

export type Detected =
  | ({ problem?: never } & (Format | { kind: 'archive'; format: 'zip'; contentType: string }))
  | Refusal;

/** Says what a file is by what it holds. Its name is a hint only where the content leaves a choice. */
export type DetectKind = (file: FilePart, fileName: string) => Promise<Detected>;
