import { resourceFields, resourceLanguages } from '@lectern/contract/features/resource.ts';
import type { EmbeddedMetadata } from '../../engines/embedded-metadata/embedded-metadata.ts';
import type { FileMetadata } from '../resource/public.ts';

/** Values that programs write when nobody entered any, and names that say nothing about the content. */
const placeholderTitles =
  /^(untitled|document|presentation|slides?|book|workbook|title|unknown|no ?title|powerpoint presentation|microsoft (word|powerpoint|excel) -.*|(document|presentation|book|folie|slide) ?\d+|olympus digital camera|无标题|未命名|演示文稿 ?\d*|文档 ?\d*|幻灯片 ?\d*)$/i;
const placeholderAuthors =
  /^(unknown|anonymous|author|user|admin|administrator|owner|root|guest|python-docx|openpyxl|apache poi|microsoft office user|windows user|用户|管理员|作者|匿名)$/i;
/** Instants at which clocks and formats start counting. */
const epochs = new Set(['1601-01-01', '1899-12-30', '1899-12-31', '1904-01-01', '1970-01-01', '1980-01-01']);
const earliestYear = 1000;
const longestRead = 4_000;

/** Accepts only metadata that a person could have entered; everything else is left out. */
export function cleanMetadata(embedded: EmbeddedMetadata, now = new Date()): FileMetadata {
  const title = resourceFields.title.safeParse(shortened(plainText(embedded.title), 300));
  const author = shortened(plainText(embedded.author), 300);
  const year = yearOf(embedded.date, now);
  const language = languageOf(embedded.language);
  return {
    ...(title.success && saysSomething(title.data) && !placeholderTitles.test(title.data) && { title: title.data }),
    ...(saysSomething(author) && !placeholderAuthors.test(author) && { author }),
    ...(year && { year }),
    ...(language && { language }),
  };
}

/** Without markup, control characters and characters that hide or reorder text. */
function plainText(value = ''): string {
  return value
    .slice(0, longestRead)
    .toWellFormed()
    .replace(/<(script|style)\b[^>]{0,500}>[^<]{0,4000}<\/\1>/gi, ' ')
    .replace(/<\/?[a-z!][^<>]{0,500}>/gi, ' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\ufffd]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Cuts between words if possible. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

function yearOf(date: string | undefined, now: Date): number | undefined {
  const [, day, text] = /^\s*((\d{4})(?:[-:./]?\d{2}[-:./]?\d{2}|(?!\d)))/.exec(date ?? '') ?? [];
  if (!day || !text || epochs.has(day.replace(/[:./]/g, '-'))) return undefined;
  const year = Number(text);
  return year >= earliestYear && year <= now.getUTCFullYear() + 1 ? year : undefined;
}

/** `en-US`, `eng` and `ger` are English, English and German. */
function languageOf(declared: string | undefined): FileMetadata['language'] {
  const tag = declared?.trim().replaceAll('_', '-');
  if (!tag || tag.length > 35) return undefined;
  try {
    const code = new Intl.Locale(tag).language;
    return resourceLanguages.find((language) => language === code);
  } catch {
    return undefined;
  }
}
