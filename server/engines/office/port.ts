/** What LibreOffice makes of a document. */
export type OfficePreview = {
  pdf: string;
  /** The same document in a format of today, where the old one has no reader of its own. */
  copy: { file: string; format: 'docx' | 'pptx' } | null;
  pageCount: number;
  /** There were more pages than are shown. */
  isCut: boolean;
};

export type Recipe = {
  /** Drawn as it is, by this filter. Left out: prepared by our macro first, which takes a fifth longer. */
  drawnBy?: string;
  /** Left out, LibreOffice detects it; named where the content is ambiguous. */
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
 * What is drawn by LibreOffice. Text, HTML and CSV as the text reader has rewritten them: in UTF-8, without links
 * or scripts; what Markdown and EPUB hold comes as HTML.
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
  // Commas, quotation marks, UTF-8, from the first line, and everything in quotation marks is text.
  csv: { importFilter: 'Text - txt - csv (StarCalc)', importOptions: '44,34,76,1,,0,true,false' },
};

/** A book of two thousand pages can be looked at in the original. */
export const mostPreviewPages = 2_000;
