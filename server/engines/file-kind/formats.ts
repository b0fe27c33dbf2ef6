import type { Format, MediaKind } from './port.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** Every accepted format by its usual extension, with the content type it is served as. */
const table: Record<MediaKind, Record<string, string>> = {
  document: {
    pdf: 'application/pdf',
    docx: `${office}.wordprocessingml.document`,
    xlsx: `${office}.spreadsheetml.sheet`,
    pptx: `${office}.presentationml.presentation`,
    docm: 'application/vnd.ms-word.document.macroEnabled.12',
    xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
    pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    odt: `${open}.text`,
    ods: `${open}.spreadsheet`,
    odp: `${open}.presentation`,
    odg: `${open}.graphics`,
    rtf: 'application/rtf',
    epub: 'application/epub+zip',
    txt: 'text/plain',
    md: 'text/markdown',
    csv: 'text/csv',
    html: 'text/html',
    srt: 'application/x-subrip',
    vtt: 'text/vtt',
  },
  video: {
    mp4: 'video/mp4',
    m4v: 'video/x-m4v',
    mov: 'video/quicktime',
    mkv: 'video/x-matroska',
    webm: 'video/webm',
    avi: 'video/x-msvideo',
    mpg: 'video/mpeg',
    ts: 'video/mp2t',
    wmv: 'video/x-ms-wmv',
    flv: 'video/x-flv',
    ogv: 'video/ogg',
    '3gp': 'video/3gpp',
  },
  audio: {
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    wav: 'audio/wav',
    flac: 'audio/flac',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    aac: 'audio/aac',
    wma: 'audio/x-ms-wma',
    aiff: 'audio/aiff',
    weba: 'audio/webm',
    mka: 'audio/x-matroska',
  },
  image: {
    jpg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    tiff: 'image/tiff',
    bmp: 'image/bmp',
    heic: 'image/heic',
    avif: 'image/avif',
  },
};

const byFormat = new Map<string, Format>(
  (Object.entries(table) as [MediaKind, Record<string, string>][]).flatMap(([kind, formats]) =>
    Object.entries(formats).map(([format, contentType]) => [format, { kind, format, contentType }] as const),
  ),
);

export const everyFormat: readonly Format[] = [...byFormat.values()];

export function formatOf(format: string): Format {
  const found = byFormat.get(format);
  if (!found) throw new Error(`There is no format ${format}`);
  return found;
}

const otherEndings: Record<string, string> = {
  text: 'txt',
  markdown: 'md',
  htm: 'html',
  xhtml: 'html',
  tsv: 'csv',
  jpeg: 'jpg',
  jpe: 'jpg',
  tif: 'tiff',
  heif: 'heic',
  mpeg: 'mpg',
  m2ts: 'ts',
  oga: 'ogg',
  aif: 'aiff',
  qt: 'mov',
  '3g2': '3gp',
  m4b: 'm4a',
  asf: 'wmv',
};

export const everyExtension: readonly string[] = [...byFormat.keys(), ...Object.keys(otherEndings)];

export function extensionOf(fileName: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** The format a file name suggests; undefined if its extension isn't accepted. */
export function promisedFormat(fileName: string): Format | { kind: 'archive' } | undefined {
  const extension = extensionOf(fileName);
  if (extension === 'zip') return { kind: 'archive' };
  return byFormat.get(otherEndings[extension] ?? extension);
}
