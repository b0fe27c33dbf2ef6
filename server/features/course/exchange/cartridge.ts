import type { CourseFile, FileChapter, FileItem } from './course-file.ts';
import { escapeXml } from './xml.ts';

export type Page = { path: string; html: string };
export type Cartridge = { manifest: string; pages: Page[] };

const namespaces = [
  'xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1"',
  'xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  `xsi:schemaLocation="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1 http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_imscp_v1p2_v1p0.xsd http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest http://www.imsglobal.org/profile/cc/ccv1p3/LOM/ccv1p3_lommanifest_v1p0.xsd"`,
].join('\n  ');

/** Common Cartridge 1.3: chapters are folders of the organisation, their texts and files are web content. */
export function makeCartridge({ course, chapters }: CourseFile): Cartridge {
  const pages: Page[] = [];
  const resources = new Map<string, string>();
  let serial = 0;
  const resource = (path: string): string => {
    const known = resources.get(path);
    if (known) return known;
    const id = `r${resources.size + 1}`;
    resources.set(path, id);
    return id;
  };
  const leaf = (title: string, path: string): string => {
    serial += 1;
    return `<item identifier="i${serial}" identifierref="${resource(path)}"><title>${escapeXml(title)}</title></item>`;
  };
  const chapterItem = (chapter: FileChapter): string => {
    serial += 1;
    const id = `i${serial}`;
    const text = pageOf(chapter);
    if (text) pages.push({ path: `pages/${id}.html`, html: text });
    const parts = [
      ...(text ? [leaf(chapter.title, `pages/${id}.html`)] : []),
      ...chapter.items.filter(hasFile).map((item) => leaf(item.title, item.path)),
      ...chapter.chapters.map(chapterItem),
    ];
    return `<item identifier="${id}"><title>${escapeXml(chapter.title)}</title>${parts.join('')}</item>`;
  };
  const items = chapters.map(chapterItem).join('');
  const files = [...resources].map(
    ([path, id]) =>
      `<resource identifier="${id}" type="webcontent" href="${hrefOf(path)}"><file href="${hrefOf(path)}"/></resource>`,
  );
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="lectern-course"
  ${namespaces}>
<metadata><schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion>
<lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string>${escapeXml(course.name)}</lomimscc:string></lomimscc:title>
<lomimscc:description><lomimscc:string>${escapeXml(course.description)}</lomimscc:string></lomimscc:description></lomimscc:general></lomimscc:lom></metadata>
<organizations><organization identifier="o1" structure="rooted-hierarchy"><item identifier="root">${items}</item></organization></organizations>
<resources>${files.join('\n')}</resources>
</manifest>
`;
  return { manifest, pages };
}

const hasFile = (item: FileItem): item is FileItem & { path: string } => item.path !== undefined;

/** A way within the package, as addresses spell it. */
function hrefOf(path: string): string {
  return escapeXml(path.split('/').map(encodeURIComponent).join('/'));
}

function pageOf({ title, goals, body }: FileChapter): string | undefined {
  if (!goals && !body) return undefined;
  const paragraphs = [goals, body].filter(Boolean).flatMap((text) => text.split(/\n{2,}/));
  const lines = paragraphs.map((text) => `<p>${escapeXml(text).replaceAll('\n', '<br/>')}</p>`);
  return `<!DOCTYPE html><html><head><meta charset="utf-8"/><title>${escapeXml(title)}</title></head><body><h1>${escapeXml(title)}</h1>${lines.join('')}</body></html>`;
}
