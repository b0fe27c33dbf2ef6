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

/** What a figure is narrowed to: both or none. `key` is an id, or a kind, role or device. */
const narrowing = { filter: z.enum(accessFilters).optional(), key: z.string().trim().min(1).max(100).optional() };

export const accessStatQuery = z.strictObject({
  period,
  compare: z.enum(comparisons).default('before'),
  groupBy: z.enum(accessGroupings).default('none'),
  measure: z.enum(accessMeasures).default('views'),
  /** Missing: what suits the length of the period. */
  grain: z.enum(accessGrains).optional(),
  ...narrowing,
  /** So many groups are told one by one. */
  limit: z.coerce.number().int().min(1).max(200).default(20),
});

/** `exact: false`: an estimate, shown with “≈”; only viewers are. `value: null`: no recording was viewed, so no share exists. */
const figure = z.strictObject({ value: z.number().nullable(), exact: z.boolean() });
export type StatFigure = z.output<typeof figure>;

const statGroup = z.strictObject({
  /** null: what has none. */
  key: z.string().nullable(),
  /** null: it has no name, or nobody knows it any more. */
  name: z.string().nullable(),
  /** It is there no more; what it was called last. */
  gone: z.boolean(),
  /** Of a resource. */
  kind: z.string().nullable(),
  figure,
  before: figure.nullable(),
  /** As long as the buckets; null beyond the first groups. */
  series: z.array(figure).nullable(),
});
export type StatGroup = z.output<typeof statGroup>;

/** By the clock of the figures' days: what it is part of is not over. */
export const moment = z.strictObject({ day: z.iso.date(), hour: z.number().int().min(0).max(23) });

/** When the sums were last complete; what came in since is not in them yet. */
export const countedUntil = z.strictObject({
  /** The records behind figures are kept from this day on; null: all of them. */
  recordsSince: z.iso.date().nullable(),
  events: z.iso.datetime().nullable(),
  viewers: z.iso.datetime().nullable(),
  /** Days of the period whose viewers are still being counted, newest first. */
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
  /** As long as the buckets. */
  series: z.array(figure),
  /** Of the period compared with, piece by piece; may be shorter or longer by one. */
  beforeSeries: z.array(figure).nullable(),
  /** By the measure, greatest first; `without` the group is the last. Empty where nothing is grouped by. */
  groups: z.array(statGroup),
  /** How many more groups there are. */
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
    /** Only those that are not 0, and all shares that there are. 1 is Monday. */
    cells: z.array(z.strictObject({ weekday: z.number().int(), hour: z.number().int(), value: z.number() })),
    counted: countedUntil,
  }),
});

/** Of searches: only for those who see everything, because a search is nobody's. */
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
    /** false: not for the person who asks. */
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
    /** Whole months: of these the curve is. */
    period: days,
    resource: z.strictObject({
      id: z.uuid(),
      title: z.string(),
      kind: z.string(),
      durationSeconds: z.number().nullable(),
    }),
    /** A hundred: seconds that were played within each. */
    seconds: z.array(z.number()),
    /** How often the whole hundredth would have been played with these. */
    plays: z.array(z.number()),
    counted: countedUntil,
  }),
});

/** What a filter can be narrowed to. */
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
