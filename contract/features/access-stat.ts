import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { exportFormats } from '../list/define-list.ts';
import {
  accessDimensions,
  accessFilters,
  accessGrains,
  accessGroupings,
  accessMeasures,
} from '../statistics/access-dimension.ts';
import { comparisons, days, period } from '../statistics/period.ts';

export const accessStatPage = '/app/data/accessStat' as const;
const access = { kind: 'page', pages: [accessStatPage] } as const;

/** Narrows the figures; send both or neither. `key` is an ID, kind, role or device. */
const narrowing = { filter: z.enum(accessFilters).optional(), key: z.string().trim().min(1).max(100).optional() };

export const accessStatQuery = z.strictObject({
  period,
  compare: z.enum(comparisons).default('before'),
  groupBy: z.enum(accessGroupings).default('none'),
  measure: z.enum(accessMeasures).default('views'),
  /** Default: depends on the length of the period. */
  grain: z.enum(accessGrains).optional(),
  ...narrowing,
  /** Maximum number of groups listed individually. */
  limit: z.coerce.number().int().min(1).max(200).default(20),
});

/**
 * `exact` is false for estimates, shown with “≈”; only viewers can be estimated. `value` is null if no recording was
 * viewed (completion), or if viewers aren't counted yet.
 */
const figure = z.strictObject({ value: z.number().nullable(), exact: z.boolean() });
export type StatFigure = z.output<typeof figure>;

const statGroup = z.strictObject({
  /** null for events without a value in this dimension. */
  key: z.string().nullable(),
  /** null if it has no name or the name is no longer known. */
  name: z.string().nullable(),
  /** No longer exists; `name` is its last known name. */
  gone: z.boolean(),
  /** Set for resources. */
  kind: z.string().nullable(),
  figure,
  before: figure.nullable(),
  /** One value per bucket; null beyond the first groups. */
  series: z.array(figure).nullable(),
});
export type StatGroup = z.output<typeof statGroup>;

/** Current day and hour in the time zone of the figures; the bucket that contains it is still incomplete. */
export const moment = z.strictObject({ day: z.iso.date(), hour: z.number().int().min(0).max(23) });

/** How far the rollups go; later events aren't included yet. */
export const countedUntil = z.strictObject({
  /** First day whose raw records are still kept; null if all are. */
  recordsSince: z.iso.date().nullable(),
  events: z.iso.datetime().nullable(),
  viewers: z.iso.datetime().nullable(),
  /** Days in the period whose viewers are still being counted, newest first. */
  uncounted: z.array(z.iso.date()),
  now: moment,
});

export const accessStat = z.strictObject({
  period: days,
  compared: days.nullable(),
  grain: z.enum(accessGrains),
  buckets: z.array(z.strictObject({ from: z.iso.date(), to: z.iso.date(), hour: z.number().int().nullable() })),
  total: figure,
  before: figure.nullable(),
  /** One value per bucket. */
  series: z.array(figure),
  /** The comparison period, bucket by bucket; may have one bucket more or fewer. */
  beforeSeries: z.array(figure).nullable(),
  /** Sorted by the measure, descending, with the group without a value last. Empty without `groupBy`. */
  groups: z.array(statGroup),
  moreGroups: z.number().int(),
  counted: countedUntil,
});
export type AccessStat = z.output<typeof accessStat>;

export const getAccessStat = defineEndpoint({
  id: 'accessStat.get',
  method: 'GET',
  path: '/statistics/access',
  access,
  summary: 'Get a measure over a period, by group and interval',
  query: accessStatQuery,
  output: accessStat,
});

export const exportAccessStat = defineEndpoint({
  id: 'accessStat.export',
  method: 'GET',
  path: '/statistics/access/export',
  access,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Export the figures as a file',
  query: accessStatQuery.extend({ format: z.enum(exportFormats) }),
});

export const getAccessHeatMap = defineEndpoint({
  id: 'accessStat.heatMap',
  method: 'GET',
  path: '/statistics/access/heat-map',
  access,
  summary: 'Get a measure by weekday and hour; viewers aren’t available',
  query: z.strictObject({
    period,
    measure: z.enum(accessMeasures).default('views'),
    ...narrowing,
  }),
  output: z.strictObject({
    period: days,
    measure: z.enum(accessMeasures),
    /** Cells with value 0 are left out, except for shares. Weekday 1 is Monday. */
    cells: z.array(z.strictObject({ weekday: z.number().int(), hour: z.number().int(), value: z.number() })),
    counted: countedUntil,
  }),
});

/** Only for people who see all data, because searches have no owner. */
export const getSearchTerms = defineEndpoint({
  id: 'accessStat.terms',
  method: 'GET',
  path: '/statistics/access/terms',
  access,
  summary: 'List search terms, and those without results',
  query: z.strictObject({
    period,
    withoutResult: z
      .enum(['yes', 'no'])
      .default('no')
      .transform((answer) => answer === 'yes'),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: z.strictObject({
    period: days,
    /** false if the caller's data scope doesn't cover all data. */
    allowed: z.boolean(),
    terms: z.array(z.strictObject({ term: z.string(), searches: z.number().int(), withoutResult: z.number().int() })),
    more: z.boolean(),
    counted: countedUntil,
  }),
});

export const getRetention = defineEndpoint({
  id: 'accessStat.retention',
  method: 'GET',
  path: '/statistics/access/retention/{id}',
  access: { kind: 'page', pages: [accessStatPage, '/app/resource/info', '/app/resource/library', '/app/home/my'] },
  summary: 'Get the plays of each hundredth of a video or audio file',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ period }),
  output: z.strictObject({
    /** The whole months that the curve covers. */
    period: days,
    resource: z.strictObject({
      id: z.uuid(),
      title: z.string(),
      kind: z.string(),
      durationSeconds: z.number().nullable(),
    }),
    /** 100 entries: seconds played in each hundredth of the file. */
    seconds: z.array(z.number()),
    /** 100 entries: `seconds` divided by the length of one hundredth. */
    plays: z.array(z.number()),
    counted: countedUntil,
  }),
});

/** The values a filter can have. */
export const listAccessKeys = defineEndpoint({
  id: 'accessStat.keys',
  method: 'GET',
  path: '/statistics/access/keys',
  access,
  summary: 'List the values of a dimension, by name',
  query: z.strictObject({
    filter: z.enum(accessDimensions),
    search: z.string().trim().max(100).default(''),
  }),
  output: z.array(z.strictObject({ key: z.string(), name: z.string().nullable(), gone: z.boolean() })),
});
