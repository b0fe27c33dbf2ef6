import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { exportFormats } from '../list/define-list.ts';
import { comparisons, days, period } from '../statistics/period.ts';
import { countedUntil, moment } from './access-stat.ts';
import { resourceKinds } from './resource-state.ts';

export const libraryStatPage = '/app/data/resource' as const;
const access = { kind: 'page', pages: [libraryStatPage] } as const;

const over = { period, compare: z.enum(comparisons).default('before') };

/** `before` is of the period compared with, or as it was at its end; null: nothing is compared. */
const kpi = z.strictObject({ value: z.number(), before: z.number().nullable(), exact: z.boolean() });
export type Kpi = z.output<typeof kpi>;
/** null: there is nothing that it could be a share of. */
const share = kpi.extend({ value: z.number().nullable() });
export type ShareKpi = z.output<typeof share>;

export const getLibraryFigures = defineEndpoint({
  id: 'libraryStat.figures',
  method: 'GET',
  path: '/statistics/library',
  access,
  summary: 'Get key figures: resources, growth and use',
  query: z.strictObject(over),
  output: z.strictObject({
    period: days,
    compared: days.nullable(),
    /** What is there now of what had been added by the end of the period. */
    resources: kpi,
    /** Of those, added in the period. */
    added: kpi,
    /** Those that somebody made a favourite in the period, and still has as one. */
    favourites: kpi,
    bytes: kpi,
    mediaSeconds: kpi,
    pages: kpi,
    views: kpi,
    viewers: share,
    plays: kpi,
    playSeconds: kpi,
    /** The share of recordings that was played, by the length of all views together. */
    completion: share,
    downloads: kpi,
    searches: kpi,
    counted: countedUntil,
  }),
});

export const growthGroups = ['kind', 'college', 'subject', 'fileFormat'] as const;

export const getLibraryGrowth = defineEndpoint({
  id: 'libraryStat.growth',
  method: 'GET',
  path: '/statistics/library/growth',
  access,
  summary: 'Get growth over a period, by group',
  query: z.strictObject({ period, by: z.enum(growthGroups).default('kind') }),
  output: z.strictObject({
    period: days,
    by: z.enum(growthGroups),
    now: moment,
    buckets: z.array(days),
    /** The largest first; subjects with all that is below them. */
    groups: z.array(
      z.strictObject({
        /** null: those that have none. */
        key: z.string().nullable(),
        name: z.string().nullable(),
        /** There before the period, and at its end. */
        before: z.number().int(),
        total: z.number().int(),
        /** As long as the buckets. */
        added: z.array(z.number().int()),
      }),
    ),
  }),
});

export const getLibraryStorage = defineEndpoint({
  id: 'libraryStat.storage',
  method: 'GET',
  path: '/statistics/library/storage',
  access,
  summary: 'Get storage by kind, with a forecast',
  query: z.strictObject({ period }),
  output: z.strictObject({
    period: days,
    /** The sum of what is there now, by when it was added; at the end of each bucket. */
    buckets: z.array(days),
    bytes: z.array(z.number().int()),
    byKind: z.array(
      z.strictObject({ kind: z.enum(resourceKinds), bytes: z.number().int(), resources: z.number().int() }),
    ),
    forecast: z.strictObject({
      /** As the last ninety days were. */
      bytesPerDay: z.number(),
      /** At the end of each of the next twelve months. */
      months: z.array(z.strictObject({ to: z.iso.date(), bytes: z.number() })),
      /** null: not known, or for the operator only. */
      freeBytes: z.number().nullable(),
      fullOn: z.iso.date().nullable(),
    }),
  }),
});

const part = z.strictObject({ have: z.number().int(), of: z.number().int() });

export const getLibraryCoverage = defineEndpoint({
  id: 'libraryStat.coverage',
  method: 'GET',
  path: '/statistics/library/coverage',
  access,
  summary: 'Get text and subtitle coverage, by college',
  output: z.strictObject({
    all: z.strictObject({ text: part, subtitles: part }),
    /** null: what belongs to no college. */
    colleges: z.array(
      z.strictObject({ id: z.uuid().nullable(), name: z.string().nullable(), text: part, subtitles: part }),
    ),
  }),
});

const resource = z.strictObject({ id: z.uuid(), title: z.string(), kind: z.enum(resourceKinds) });

export const getLibraryTables = defineEndpoint({
  id: 'libraryStat.tables',
  method: 'GET',
  path: '/statistics/library/tables',
  access,
  summary: 'Get the most used, never used and largest resources, and top owners',
  query: z.strictObject(over),
  output: z.strictObject({
    period: days,
    top: z.array(
      z.strictObject({
        /** null: it is gone. */
        resource: resource.nullable(),
        id: z.uuid(),
        views: z.number().int(),
        plays: z.number().int(),
        downloads: z.number().int(),
        playSeconds: z.number(),
        beforeViews: z.number().int().nullable(),
      }),
    ),
    neverUsed: z.strictObject({
      count: z.number().int(),
      rows: z.array(resource.extend({ createdAt: z.iso.datetime(), sizeBytes: z.number().int() })),
    }),
    largest: z.array(resource.extend({ sizeBytes: z.number().int() })),
    owners: z.array(
      z.strictObject({ id: z.uuid(), name: z.string(), resources: z.number().int(), bytes: z.number().int() }),
    ),
    counted: countedUntil,
  }),
});

export const exportLibraryStat = defineEndpoint({
  id: 'libraryStat.export',
  method: 'GET',
  path: '/statistics/library/export',
  access,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Export figures, growth and tables as a file',
  query: z.strictObject({ ...over, by: z.enum(growthGroups).default('kind'), format: z.enum(exportFormats) }),
});
