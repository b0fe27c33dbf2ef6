import type { QueryOf } from '@lectern/contract/endpoint.ts';
import type { AccessStat, exportAccessStat, StatFigure } from '@lectern/contract/features/access-stat.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import { groupingWords, measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import { begunValues } from '@lectern/contract/statistics/buckets.ts';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import { sendTable } from '../figures/send-table.ts';
import type { AccessStatService } from './access-stat.service.ts';
import { groupName } from './group-name.ts';

type Query = QueryOf<typeof exportAccessStat>;

const words = {
  from: { en: 'From', zh: '从' },
  to: { en: 'To', zh: '至' },
  before: { en: 'Before', zh: '对比期' },
  all: { en: 'In all', zh: '总计' },
} satisfies Record<string, Words>;

/** The figures of a page of statistics as a file. */
export class StatFileService {
  readonly #stats: AccessStatService;
  readonly #languageOf: (userId: string) => Promise<Language>;

  constructor(stats: AccessStatService, languageOf: (userId: string) => Promise<Language>) {
    this.#stats = stats;
    this.#languageOf = languageOf;
  }

  async answer(context: SignedInContext, { format, ...query }: Query, reply: FastifyReply): Promise<unknown> {
    const [stat, language] = await Promise.all([
      this.#stats.get(context, query),
      this.#languageOf(context.principal.userId),
    ]);
    const name = `access-statistics-${stat.period.from}-${stat.period.to}.${format}`;
    return sendTable(reply, { name, format, rows: statTable(stat, query, language) });
  }
}

/** One row per group, one column per piece of time; without groups one row per piece. */
export function statTable(
  stat: AccessStat,
  { groupBy, measure }: Pick<Query, 'groupBy' | 'measure'>,
  language: Language,
): Cell[][] {
  const say = (each: Words) => each[language];
  const measureName = say(measureWords[measure]);
  const valuesOf = (series: readonly StatFigure[]) =>
    begunValues(
      stat.buckets,
      series.map(({ value }) => value),
      stat.counted.now,
    );
  const whole = valuesOf(stat.series);
  if (groupBy === 'none') {
    const hours = stat.buckets.map(({ hour }) => (hour === null ? '' : ` ${String(hour).padStart(2, '0')}:00`));
    return [
      [say(words.from), say(words.to), measureName],
      ...stat.buckets.map(({ from, to }, place): Cell[] => [`${from}${hours[place]}`, to, whole[place] ?? null]),
      [say(words.all), '', stat.total.value],
    ];
  }
  return [
    [say(groupingWords[groupBy]), measureName, say(words.before), ...stat.buckets.map(({ from }) => from)],
    ...stat.groups.map((group): Cell[] => [
      groupName(groupBy, group, language),
      group.figure.value,
      group.before?.value ?? null,
      ...(group.series ? valuesOf(group.series) : []),
    ]),
    [say(words.all), stat.total.value, stat.before?.value ?? null, ...whole],
  ];
}
