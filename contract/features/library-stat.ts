import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { exportFormats } from '../list/define-list.ts';
import { comparisons, days, period } from '../statistics/period.ts';
import { countedUntil, moment } from './access-stat.ts';
import { resourceKinds } from './resource-state.ts';

export const libraryStatPage = '/app/data/resource' as const;
const access = { kind: 'page', pages: [libraryStatPage] } as const;

const over = { period, compare: z.enum(comparisons).default('before') };

/** `before` is the value for the comparison period, or at its end for totals; null if nothing is compared. */
const kpi = z.strictObject({ value: z.number(), before: z.number().nullable(), exact: z.boolean() });
export type Kpi = z.output<typeof kpi>;
/** `value` is null if there is nothing to compute a share of. */
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
    /** Existing resources that were added by the end of the period. */
    resources: kpi,
    /** Existing resources that were added in the period. */
    added: kpi,
    /** Resources that someone added to favourites in the period and still has there. */
    favourites: kpi,
    bytes: kpi,
    mediaSeconds: kpi,
    pages: kpi,
    views: kpi,
    viewers: share,
    plays: kpi,
    playSeconds: kpi,
    /** Time watched divided by the total length of the recordings over all views. */
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
    /** Largest first; subjects include their children. */
    groups: z.array(
      z.strictObject({
        /** null for resources without a value. */
        key: z.string().nullable(),
        name: z.string().nullable(),
        /** `before`: count before the period. `total`: count at its end. */
        before: z.number().int(),
        total: z.number().int(),
        /** One value per bucket. */
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
    /** Existing files, accumulated by when they were added; `bytes` has one value for the end of each bucket. */
    buckets: z.array(days),
    bytes: z.array(z.number().int()),
    byKind: z.array(
      z.strictObject({ kind: z.enum(resourceKinds), bytes: z.number().int(), resources: z.number().int() }),
    ),
    forecast: z.strictObject({
      /** Average of the last 90 days. */
      bytesPerDay: z.number(),
      /** Forecast for the end of each of the next 12 months. */
      months: z.array(z.strictObject({ to: z.iso.date(), bytes: z.number() })),
      /** null if unknown, or if the caller doesn't see all data. */
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
    /** A null `id` stands for resources without a college. */
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
        /** null if it was deleted. */
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
