import type { Language } from '@lectern/contract/language.ts';
import { messagesIn } from '../../../platform/messages.ts';
import type { CourseFile, FileChapter, FileItem } from './course-file.ts';

type CartridgeVersion = '1.1' | '1.3';
type Cartridge = { manifest: string; pages: Page[] };
type Resource = { id: string; type: string; paths: string[]; needs: string[] };

/**
 * Chapters become folders of the organization; their texts and files become web content. Hidden chapters are left out.
 */
export function makeCartridge(courseId: string, content: CourseFile, version: CartridgeVersion): Cartridge {
  const { course, chapters } = content;
  const builder = new ManifestBuilder(courseId);
  const language = course.language?.startsWith('zh') ? 'zh' : 'en';
  const fileItem = (item: FileItem): string => {
    if (!item.path) return '';
    const file = builder.webContent(item.path);
    const tracks = (item.subtitles ?? []).map((track) => builder.webContent(track.path));
    const isPlain = !item.note && item.required && item.startMs === null && item.endMs === null && tracks.length === 0;
    if (isPlain) return builder.item(item.title, file);
    return builder.page(item.title, (path) => itemPage(path, item, language), [file, ...tracks]);
  };
  const chapterItem = (chapter: FileChapter): string => {
    if (!isShown(chapter, content.exportedAt)) return '';
    const { title, goals, body } = chapter;
    const text = goals || body ? builder.page(title, (path) => textPage(path, chapter, language)) : '';
    const inside = [text, ...chapter.items.map(fileItem), ...chapter.chapters.map(chapterItem)];
    return builder.folder(title, inside.join(''));
  };
  const cover = course.cover && builder.webContent(course.cover.path);
  const overview = cover ? builder.page(course.name, (path) => overviewPage(path, course, language), [cover]) : '';
  const items = [overview, ...chapters.map(chapterItem)].join('');
  // Associated content: only Lectern reads it; other systems hide it.
  const own = `associatedcontent/imscc_xmlv${version.replace('.', 'p')}/learning-application-resource`;
  builder.add(own, ['lectern/course.json', 'lectern/report.json']);
  return { manifest: builder.manifest(course, items, version), pages: builder.pages };
}

/**
 * Whether the chapter was visible at export time. Others are left out because systems without hidden chapters would
 * show them.
 */
function isShown({ visible, availableFrom, availableUntil }: FileChapter, at: string): boolean {
  return visible && (!availableFrom || availableFrom <= at) && (!availableUntil || availableUntil > at);
}

/** Identifiers include the course id, because systems treat equal identifiers as the same item. */
class ManifestBuilder {
  readonly pages: Page[] = [];
  readonly #prefix: string;
  readonly #resources = new Map<string, Resource>();
  #items = 0;

  constructor(courseId: string) {
    this.#prefix = `lectern-${courseId}`;
  }

  webContent(path: string, needs: string[] = []): string {
    return this.#resources.get(path)?.id ?? this.add('webcontent', [path], needs);
  }

  add(type: string, paths: string[], needs: string[] = []): string {
    const id = `${this.#prefix}-r${this.#resources.size + 1}`;
    this.#resources.set(paths[0] ?? id, { id, type, paths, needs });
    return id;
  }

  item(title: string, resourceId: string): string {
    return `<item identifier="${this.#nextItem()}" identifierref="${resourceId}"><title>${escapeXml(title)}</title></item>`;
  }

  folder(title: string, inside: string): string {
    return `<item identifier="${this.#nextItem()}"><title>${escapeXml(title)}</title>${inside}</item>`;
  }

  page(title: string, make: (path: string) => Page, needs: string[] = []): string {
    const page = make(`pages/${this.pages.length + 1}.html`);
    this.pages.push(page);
    return this.item(title, this.webContent(page.path, needs));
  }

  manifest({ name, description }: CourseFile['course'], items: string, version: CartridgeVersion): string {
    const lom = (tag: string, text: string) =>
      `<lomimscc:${tag}><lomimscc:string>${escapeXml(text)}</lomimscc:string></lomimscc:${tag}>`;
    return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${this.#prefix}"
  ${namespaces(version)}>
<metadata><schema>IMS Common Cartridge</schema><schemaversion>${version}.0</schemaversion>
<lomimscc:lom><lomimscc:general>${lom('title', name)}${lom('description', description)}</lomimscc:general></lomimscc:lom></metadata>
<organizations><organization identifier="${this.#prefix}-o1" structure="rooted-hierarchy"><item identifier="${this.#prefix}-root">${items}</item></organization></organizations>
<resources>${[...this.#resources.values()].map(printResource).join('\n')}</resources>
</manifest>
`;
  }

  #nextItem(): string {
    this.#items += 1;
    return `${this.#prefix}-i${this.#items}`;
  }
}

function namespaces(version: CartridgeVersion): string {
  const name = `v${version.replace('.', 'p')}`;
  const content = `http://www.imsglobal.org/xsd/imscc${name}/imscp_v1p1`;
  const lom = `http://ltsc.ieee.org/xsd/imscc${name}/LOM/manifest`;
  const profile = `http://www.imsglobal.org/profile/cc/cc${name}`;
  return [
    `xmlns="${content}"`,
    `xmlns:lomimscc="${lom}"`,
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    `xsi:schemaLocation="${content} ${profile}/cc${name}_imscp_v1p2_v1p0.xsd ${lom} ${profile}/LOM/cc${name}_lommanifest_v1p0.xsd"`,
  ].join('\n  ');
}

function printResource({ id, type, paths, needs }: Resource): string {
  const files = paths.map((path) => `<file href="${hrefOf(path)}"/>`).join('');
  const others = needs.map((need) => `<dependency identifierref="${need}"/>`).join('');
  return `<resource identifier="${id}" type="${type}" href="${hrefOf(paths[0] ?? '')}">${files}${others}</resource>`;
}

/** The URL-encoded path inside the package. */
function hrefOf(path: string): string {
  return escapeXml(path.split('/').map(encodeURIComponent).join('/'));
}

type Page = { path: string; text: string };

/** A page with the chapter's goals and text. */
function textPage(path: string, { title, goals, body }: FileChapter, language: Language): Page {
  return page(path, title, language, paragraphs([goals, body].filter(Boolean).join('\n\n')));
}

/** A page with the course's cover and description. */
function overviewPage(path: string, { name, description, cover }: CourseFile['course'], language: Language): Page {
  const picture = cover ? `<p><img src="${addressOf(cover.path)}" alt="" style="max-width: 100%"/></p>` : '';
  return page(path, name, language, picture + paragraphs(description));
}

/** A page for a resource with its course settings: required, section, note and subtitles. */
function itemPage(path: string, item: FileItem, language: Language): Page {
  const { required, optional, part, open } = messagesIn(language).courseFile.cartridge;
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

/** A media fragment (#t=) makes the player play only the selected part. */
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

/** Relative to a page, which is one folder below the root. */
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

/** An XML element without comments and processing instructions; names have no prefix. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

const limits = { depth: 100, elements: 100_000 } as const;
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Parses well-formed XML as far as manifests need it. Rejects DOCTYPE and entity declarations, which could fetch files
 * or expand without bound; throws on unclosed, overlapping or truncated elements.
 */
export function parseXml(source: string): XmlElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(source)) throw new Error('it declares a document type, which is not read');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [root];
  const token =
    /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y;
  let elements = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const found = token.exec(source);
    if (!found) throw new Error(`it is not well-formed at character ${at}`);
    const [, data, closing, name, attributes, selfClosing, text] = found;
    const here = open.at(-1) ?? root;
    if (data !== undefined) here.text += data;
    else if (text !== undefined) here.text += decode(text);
    else if (name !== undefined && closing) {
      if (open.length < 2 || here.name !== bare(name)) throw new Error(`</${name.slice(0, 60)}> closes nothing`);
      open.pop();
    } else if (name !== undefined) {
      elements += 1;
      if (elements > limits.elements || open.length > limits.depth) throw new Error('it is too large or too deep');
      const element = { name: bare(name), attributes: attributesOf(attributes ?? ''), children: [], text: '' };
      here.children.push(element);
      if (!selfClosing) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name ?? ''}> is never closed`);
  const [first] = root.children;
  if (!first) throw new Error('there is nothing in it');
  return first;
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function childOf(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name)[0], element);
}

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return clean.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(found.map(([, name = '', double, single]) => [bare(name), decode(double ?? single ?? '')]));
}

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,10});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole;
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
