import type { ResourceDetailView, ResourceFields } from '@lectern/contract/features/resource.ts';
import type { TagName } from '../../../components/resource/tag-chips.tsx';
import type { Texts } from '../../../lib/i18n/use-texts.ts';

/**
 * Form values; an empty choice is an empty string and tags are serialized, so that edits can be detected by
 * comparison.
 */
export type ResourceValues = {
  title: string;
  description: string;
  language: string;
  subjectId: string;
  author: string;
  year: string;
  source: string;
  altText: string;
  licence: string;
  licenceUntil: string;
  visibility: string;
  tags: string;
};

export function valuesOf(resource: ResourceDetailView): ResourceValues {
  return {
    title: resource.title,
    description: resource.description,
    language: resource.language ?? '',
    subjectId: resource.subject?.id ?? '',
    author: resource.author,
    year: resource.year === null ? '' : String(resource.year),
    source: resource.source,
    altText: resource.altText,
    licence: resource.licence ?? '',
    licenceUntil: resource.licenceUntil ?? '',
    visibility: resource.visibility,
    tags: printTags(resource.tags),
  };
}

export function printTags(tags: readonly TagName[]): string {
  return JSON.stringify(tags.map(({ id, name }) => ({ id, name })));
}

export function readTags(text: string): TagName[] {
  return JSON.parse(text) as TagName[];
}

export function problemsOf(
  { title, year }: ResourceValues,
  { words, resourceDetail }: Texts,
): Partial<Record<keyof ResourceValues, string>> {
  return {
    ...(title.trim() === '' && { title: words.required }),
    ...(year.trim() !== '' && !isYear(year) && { year: resourceDetail.yearWrong }),
  };
}

function isYear(text: string): boolean {
  const year = Number(text);
  return Number.isInteger(year) && year >= 1 && year <= 9999;
}

export function bodyOf(values: ResourceValues, changed: readonly (keyof ResourceValues)[]): Partial<ResourceFields> {
  const all = {
    title: values.title.trim(),
    description: values.description,
    language: values.language || null,
    subjectId: values.subjectId || null,
    author: values.author,
    year: values.year.trim() === '' ? null : Number(values.year),
    source: values.source,
    altText: values.altText,
    licence: values.licence || null,
    licenceUntil: values.licenceUntil || null,
    visibility: values.visibility,
    tags: readTags(values.tags).map(({ id }) => id),
  };
  return Object.fromEntries(changed.map((name) => [name === 'tags' ? 'tagIds' : name, all[name]]));
}
