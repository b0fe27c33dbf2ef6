export type OfficePreview = {
  pdf: string;
  /** A copy in a modern format, for old formats without a text reader. */
  copy: { file: string; format: 'docx' | 'pptx' } | null;
  pageCount: number;
  /** Whether the document has more pages than the preview. */
  isCut: boolean;
};

export type Recipe = {
  /**
   * Export filter to convert with directly. If absent, our macro prepares the document first, which takes about 20%
   * longer.
   */
  drawnBy?: string;
  /** If absent, LibreOffice detects the format; set where the content is ambiguous. */
  importFilter?: string;
  importOptions?: string;
  copyFilter?: string;
  copyFormat?: 'docx' | 'pptx';
};

const asText = { drawnBy: 'writer_pdf_Export' };
const asSlides = { drawnBy: 'impress_pdf_Export' };
const word = { copyFilter: 'MS Word 2007 XML', copyFormat: 'docx' } as const;
const slides = { copyFilter: 'Impress MS PowerPoint 2007 XML', copyFormat: 'pptx' } as const;

/**
 * How LibreOffice renders each format. Text, HTML and CSV are first rewritten by the text reader as UTF-8 without
 * links or scripts; Markdown and EPUB arrive as HTML.
 */
export const officeRecipes: Readonly<Record<string, Recipe>> = {
  docx: asText,
  docm: asText,
  odt: asText,
  xlsx: {},
  xlsm: {},
  xls: {},
  ods: {},
  pptx: asSlides,
  pptm: asSlides,
  odp: asSlides,
  odg: { drawnBy: 'draw_pdf_Export' },
  doc: word,
  rtf: word,
  ppt: slides,
  txt: { importFilter: 'Text (encoded)', importOptions: 'UTF8,LF,Noto Sans,en-GB' },
  html: { importFilter: 'HTML (StarWriter)' },
  // Comma-separated, double quotes, UTF-8, from line 1, quoted fields as text.
  csv: { importFilter: 'Text - txt - csv (StarCalc)', importOptions: '44,34,76,1,,0,true,false' },
};

/** Longer books can be viewed in the original. */
export const mostPreviewPages = 2_000;
