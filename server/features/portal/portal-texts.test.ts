import { endpoints } from '@lectern/contract/endpoints.ts';
import { portalColumn } from '@lectern/contract/portal/portal-column.ts';
import {
  portalChapter,
  portalChapterResource,
  portalCourse,
  portalCourseCard,
} from '@lectern/contract/portal/portal-course.ts';
import { portalHomePage } from '@lectern/contract/portal/portal-home.ts';
import { mediaLink } from '@lectern/contract/portal/portal-page.ts';
import {
  portalRendition,
  portalResource,
  portalResourceCard,
  portalSubtitle,
  portalSummary,
} from '@lectern/contract/portal/portal-resource.ts';
import { portalMoment } from '@lectern/contract/portal/portal-search.ts';
import { portalSubject } from '@lectern/contract/portal/portal-subject.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { publishableItems, resourceTexts } from '../scan/publishable-items.ts';

/** The kind of item that each schema describes, however deeply it is nested. */
const things = new Map<z.core.$ZodType, string>([
  [portalCourse, 'course'],
  [portalCourseCard, 'course'],
  [portalChapter, 'chapter'],
  [portalChapterResource, 'chapterResource'],
  [portalColumn, 'column'],
  [portalSubject, 'subject'],
  [portalHomePage, 'home'],
  [portalResource, 'resource'],
  [portalResourceCard, 'resource'],
  [portalRendition, 'rendition'],
  [portalSubtitle, 'subtitle'],
  [portalSummary, 'summary'],
  [portalMoment, 'moment'],
  [mediaLink, 'media'],
]);

const code = 'a code of a list';
/** Strings that aren't written for readers, and why. */
const noTexts: Record<string, string> = {
  'media.url': 'an address that we sign',
  'course.language': code,
  'resource.language': code,
  'subtitle.language': code,
  'summary.language': code,
  'resource.format': code,
  'rendition.contentType': code,
  'resource.file.contentType': code,
  'portal.column.next': 'a cursor',
  'portal.courses.next': 'a cursor',
  'portal.resources.next': 'a cursor',
  'portal.search.next': 'a cursor',
  'portal.events.results.id': 'what the site itself sent',
  'portal.events.results.why': 'our own words to the site',
};

/** Every string field of a schema that has no format, named by its item. */
function textsOf(schema: z.core.$ZodType, at: string): string[] {
  const { def } = schema._zod as unknown as { def: Record<string, never> & { type: string } };
  const inner = def as unknown as {
    shape: Record<string, z.core.$ZodType>;
    element: z.core.$ZodType;
    innerType: z.core.$ZodType;
    valueType: z.core.$ZodType;
    options: z.core.$ZodType[];
    items: z.core.$ZodType[];
    format?: string;
  };
  switch (def.type) {
    case 'object': {
      const name = things.get(schema) ?? at;
      return Object.entries(inner.shape).flatMap(([key, field]) => textsOf(field, `${name}.${key}`));
    }
    case 'array':
      return textsOf(inner.element, at);
    case 'nullable':
    case 'optional':
    case 'default':
      return textsOf(inner.innerType, at);
    case 'union':
      return inner.options.flatMap((option) => textsOf(option, at));
    case 'tuple':
      return inner.items.flatMap((item) => textsOf(item, at));
    case 'string':
      return inner.format ? [] : [at];
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return [];
    default:
      throw new Error(`${at}: nobody has said where the texts of ${def.type} are`);
  }
}

const portal = endpoints.filter(({ path, answer }) => path.startsWith('/portal/') && answer !== 'stream');
const shown = [...new Set(portal.flatMap(({ id, output }) => textsOf(output, id)))];
const scanned = new Map([resourceTexts, ...publishableItems.map((item) => item.portal)].flatMap(Object.entries));

it('scans every text that the portal answers with, or says why it is none', () => {
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((field) => !scanned.has(field) && !(field in noTexts))).toEqual([]);
});

it('names no field that the portal does not answer with', () => {
  expect([...scanned.keys(), ...Object.keys(noTexts)].filter((field) => !shown.includes(field))).toEqual([]);
});

it('notices a text that somebody adds', () => {
  const more = portalChapter.extend({ subtitle: z.string() });
  things.set(more, 'chapter');
  expect(textsOf(more, '').filter((field) => !scanned.has(field) && !(field in noTexts))).toEqual(['chapter.subtitle']);
});
