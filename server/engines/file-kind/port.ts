/** Random access to a file, wherever it is stored. */
export type FilePart = {
  sizeBytes: number;
  read(start: number, length: number): Promise<Buffer>;
};

export type MediaKind = 'document' | 'video' | 'audio' | 'image';
export type Format = { kind: MediaKind; format: string; contentType: string };

/** Why a file is rejected. */
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

/** Detects a file's type from its content. The name only decides where the content is ambiguous. */
export type DetectKind = (file: FilePart, fileName: string) => Promise<Detected>;
