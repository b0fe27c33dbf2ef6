import { licences, resourceFields, resourceLanguages, visibilities } from '@lectern/contract/features/resource.ts';
import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { languageName, languages } from '@lectern/contract/language.ts';
import { type ImportValues, problem } from '../../platform/import/import-source.ts';
import { messagesIn } from '../../platform/messages.ts';

type Licence = (typeof licences)[number];
type Visibility = (typeof visibilities)[number];
type Language = (typeof resourceLanguages)[number];

/** An import line, validated as far as possible without the database. Empty cells change nothing. */
export type ResourceLine = {
  id?: string;
  file?: string;
  subjectCode?: string;
  tagNames?: string[];
  fields: {
    title?: string;
    description?: string;
    language?: Language;
    author?: string;
    year?: number;
    source?: string;
    altText?: string;
    licence?: Licence;
    licenceUntil?: string;
    visibility?: Visibility;
  };
  problems: ImportProblem[];
};

const shown = 60;
const limits = { title: 300, description: 10_000, author: 300, source: 1000, altText: 2000 } as const;
const tagLimits = { length: 60, count: 50 };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Languages by code, English name and Chinese name. */
const languagesByName = new Map<string, Language>(
  resourceLanguages.flatMap((code) => [
    [code, code],
    ...languages.map((inLanguage) => [languageName(code, inLanguage).toLowerCase(), code] as const),
  ]),
);
const visibilitiesByName = new Map<string, Visibility>([
  ...visibilities.map((name) => [name, name] as const),
  ...languages.flatMap((language) =>
    visibilities.map((name) => [messagesIn(language).resource.visibilities[name].toLowerCase(), name] as const),
  ),
  ['公开', 'everyone'],
  ['校内', 'campus'],
  ['部门', 'department'],
  ['仅自己', 'owner'],
]);

export function readResourceLine(values: ImportValues): ResourceLine {
  const line: ResourceLine = { fields: {}, problems: [] };
  const text = (field: string) => values[field] || undefined;
  const refuse = (field: string, code: ImportProblem['code'], value: string) =>
    line.problems.push(problem(field, code, { value: value.slice(0, shown) }));
  /** Parses a non-empty cell; undefined when its value is invalid. */
  const take = <Value>(
    field: string,
    code: ImportProblem['code'],
    read: (value: string) => Value | undefined,
    put: (value: Value) => void,
  ) => {
    const given = text(field);
    if (given === undefined) return;
    const value = read(given);
    if (value === undefined) refuse(field, code, given);
    else put(value);
  };
  for (const field of Object.keys(limits) as (keyof typeof limits)[]) {
    const given = text(field);
    if (given === undefined) continue;
    const parsed = resourceFields[field].safeParse(given);
    if (parsed.success) line.fields[field] = parsed.data;
    else line.problems.push(problem(field, 'tooLong', { limit: limits[field] }));
  }
  const { fields } = line;
  take(
    'id',
    'unknownResource',
    (value) => (uuid.test(value) ? value.toLowerCase() : undefined),
    (id) => {
      line.id = id;
    },
  );
  take(
    'language',
    'unknownLanguage',
    (value) => languagesByName.get(value.toLowerCase()),
    (language) => {
      fields.language = language;
    },
  );
  take('licence', 'unknownLicence', licenceOf, (licence) => {
    fields.licence = licence;
  });
  take(
    'visibility',
    'unknownVisibility',
    (value) => visibilitiesByName.get(value.toLowerCase()),
    (visibility) => {
      fields.visibility = visibility;
    },
  );
  take('year', 'notAYear', yearOf, (year) => {
    fields.year = year;
  });
  take('licenceUntil', 'notADay', dayOf, (day) => {
    fields.licenceUntil = day;
  });
  readTags(text('tags'), line);
  const [file, subjectCode] = [text('file'), text('subject')];
  return { ...line, ...(file && { file }), ...(subjectCode && { subjectCode }) };
}

function readTags(given: string | undefined, line: ResourceLine): void {
  if (!given) return;
  const names = given.split(/[;；,，、|\n]/).map((name) => name.normalize('NFC').trim());
  const different = new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  if (different.size > tagLimits.count) {
    line.problems.push(problem('tags', 'tooManyTags', { limit: tagLimits.count }));
  } else if ([...different.values()].some((name) => name.length > tagLimits.length)) {
    line.problems.push(problem('tags', 'tooLong', { limit: tagLimits.length }));
  } else {
    line.tagNames = [...different.values()];
  }
}

/** Maps names such as `CC BY-SA 4.0` to codes such as cc_by_sa. */
function licenceOf(value: string): Licence | undefined {
  const plain = value
    .toLowerCase()
    .replace(/\s*\d+(\.\d+)*$/, '')
    .trim()
    .replaceAll(/[\s-]+/g, '_');
  const wanted = value.toLowerCase() === 'cc0' ? 'cc0' : plain;
  return licences.find((licence) => licence === wanted);
}

function yearOf(value: string): number | undefined {
  const year = resourceFields.year.safeParse(/^\d{1,4}$/.test(value) ? Number(value) : undefined);
  return year.success && year.data !== null ? year.data : undefined;
}

function dayOf(value: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(value) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = resourceFields.licenceUntil.safeParse(iso);
  return parsed.success && parsed.data ? parsed.data : undefined;
}
