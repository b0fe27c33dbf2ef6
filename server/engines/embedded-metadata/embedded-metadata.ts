import { attributeOf, scanMarkup, tidy } from '../document-text/html-drafts.ts';

/** Metadata as written in a file: nothing is validated yet. */
export type EmbeddedMetadata = { title?: string; author?: string; date?: string; language?: string };

/** XML metadata beyond this size isn't read. */
const mostMetadataCharacters = 2 ** 20;
const longestValue = 2_000;
const mostAuthors = 20;

/** Element names without prefix in core properties, OpenDocument, EPUB and XMP; the first non-empty value wins. */
const elements: Readonly<Record<string, keyof EmbeddedMetadata>> = {
  title: 'title',
  creator: 'author',
  'initial-creator': 'author',
  created: 'date',
  'creation-date': 'date',
  createdate: 'date',
  datecreated: 'date',
  date: 'date',
  language: 'language',
};
/** XMP may hold simple values as attributes. */
const attributes = ['xmp:CreateDate', 'photoshop:DateCreated'] as const;

/** Reads Dublin Core metadata from XML. Alternatives of a value are ignored, several authors are joined. */
export function metadataInXml(source: string): EmbeddedMetadata {
  const values: Record<keyof EmbeddedMetadata, string[]> = { title: [], author: [], date: [], language: [] };
  let field: keyof EmbeddedMetadata | undefined;
  let inElement = '';
  let initialAuthor: string | undefined;
  for (const event of scanMarkup(source.slice(0, mostMetadataCharacters), 'xml')) {
    if (event.kind === 'text') {
      const text = tidy(event.text.slice(0, longestValue));
      if (field && text) values[field].push(text);
      if (inElement === 'initial-creator' && field && text) initialAuthor ??= text;
      continue;
    }
    const name = event.name.replace(/^[^:]*:/, '').toLowerCase();
    if (event.kind === 'close') {
      if (name === inElement) field = undefined;
      continue;
    }
    for (const attribute of attributes) {
      const value = attributeOf(event.attributes, attribute);
      if (value) values.date.push(value.slice(0, longestValue));
    }
    if (elements[name] && !event.isEmpty) {
      field = elements[name];
      inElement = name;
    }
  }
  // In OpenDocument, the other author is the last person who saved the file.
  const authors = initialAuthor ?? [...new Set(values.author)].slice(0, mostAuthors).join(', ');
  const [title] = values.title;
  const [date] = values.date;
  const [language] = values.language;
  return {
    ...(title && { title }),
    ...(authors && { author: authors }),
    ...(date && { date }),
    ...(language && { language }),
  };
}

/** The `<title>`, author, date and language of a web page. */
export function metadataInHtml(source: string): EmbeddedMetadata {
  const values: EmbeddedMetadata = {};
  let inTitle = false;
  for (const event of scanMarkup(source.slice(0, mostMetadataCharacters), 'html')) {
    if (event.kind === 'text') {
      if (inTitle) values.title ??= tidy(event.text.slice(0, longestValue));
      continue;
    }
    inTitle = event.kind === 'open' && event.name === 'title';
    if (event.kind !== 'open') continue;
    if (event.name === 'body') break;
    if (event.name === 'html') values.language ??= attributeOf(event.attributes, 'lang') ?? '';
    const content =
      event.name === 'meta' ? attributeOf(event.attributes, 'content')?.slice(0, longestValue) : undefined;
    const field = metaNames[attributeOf(event.attributes, 'name')?.toLowerCase() ?? ''];
    if (content && field) values[field] ??= content;
  }
  return values;
}

const metaNames: Readonly<Record<string, keyof EmbeddedMetadata>> = {
  author: 'author',
  'dc.creator': 'author',
  date: 'date',
  'dc.date': 'date',
  'dcterms.created': 'date',
};
