import type { Language } from '@lectern/contract/language.ts';
import type { CourseFile, FileChapter, FileItem } from './course-file.ts';
import { escapeXml } from './xml.ts';

export type Page = { path: string; text: string };

const words = {
  en: { required: 'Required', optional: 'Optional', part: 'Part', open: 'Open the file' },
  zh: { required: '必修', optional: '选修', part: '片段', open: '打开文件' },
} as const;

/** The goals and the text of a chapter. */
export function textPage(path: string, { title, goals, body }: FileChapter, language: Language): Page {
  return page(path, title, language, paragraphs([goals, body].filter(Boolean).join('\n\n')));
}

/** The cover and the description of the course. */
export function overviewPage(
  path: string,
  { name, description, cover }: CourseFile['course'],
  language: Language,
): Page {
  const picture = cover ? `<p><img src="${addressOf(cover.path)}" alt="" style="max-width: 100%"/></p>` : '';
  return page(path, name, language, picture + paragraphs(description));
}

/** A resource with what the course says of it: required or not, which part, a note, subtitles. */
export function itemPage(path: string, item: FileItem, language: Language): Page {
  const { required, optional, part, open } = words[language];
  const facts = [item.required ? required : optional, ...(isPart(item) ? [`${part}: ${spanOf(item)}`] : [])];
  const file = addressOf(item.path ?? '');
  const inside = [
    `<p>${escapeXml(facts.join(' · '))}</p>`,
    paragraphs(item.note),
    item.kind === 'video' || item.kind === 'audio' ? player(item, file) : '',
    `<p><a href="${file}">${open}</a></p>`,
  ];
  return page(path, item.title, language, inside.join(''));
}

/** A media fragment plays the part alone. */
function player(item: FileItem, file: string): string {
  const seconds = (ms: number | null) => (ms === null ? '' : String(ms / 1000));
  const fragment = isPart(item)
    ? `#t=${seconds(item.startMs) || '0'}${item.endMs === null ? '' : `,${seconds(item.endMs)}`}`
    : '';
  const tracks = (item.subtitles ?? []).map(
    ({ path, language, label, isDefault }) =>
      `<track kind="subtitles" src="${addressOf(path)}" srclang="${language}" label="${escapeXml(label || language)}"${isDefault ? ' default="default"' : ''}/>`,
  );
  return `<${item.kind} controls="controls" src="${file}${fragment}" style="max-width: 100%">${tracks.join('')}</${item.kind}>`;
}

const isPart = ({ startMs, endMs }: FileItem) => startMs !== null || endMs !== null;
const spanOf = ({ startMs, endMs }: FileItem) => `${clock(startMs ?? 0)}–${endMs === null ? '' : clock(endMs)}`;

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const end = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours ? `${hours}:${end}` : end;
}

/** From a page, which stands one folder below the top. */
const addressOf = (path: string) => escapeXml(`../${path.split('/').map(encodeURIComponent).join('/')}`);

function paragraphs(text: string): string {
  const found = text.split(/\n{2,}/).filter((one) => one.trim());
  return found.map((one) => `<p>${escapeXml(one).replaceAll('\n', '<br/>')}</p>`).join('');
}

function page(path: string, title: string, language: Language, inside: string): Page {
  const named = escapeXml(title);
  const text = `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"/><title>${named}</title></head><body><h1>${named}</h1>${inside}</body></html>`;
  return { path, text };
}
