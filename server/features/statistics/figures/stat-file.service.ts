import type { QueryOf } from '@lectern/contract/endpoint.ts';
import type { AccessStat, exportAccessStat, StatFigure } from '@lectern/contract/features/access-stat.ts';
import type { Language } from '@lectern/contract/language.ts';
import { begunValues } from '@lectern/contract/statistics/buckets.ts';
import { groupName } from '@lectern/contract/statistics/group-name.ts';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import { messagesIn } from '../../../platform/messages.ts';
import type { AccessStatService } from './access-stat.service.ts';
import { sendTable } from './send-table.ts';

type Query = QueryOf<typeof exportAccessStat>;

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
function statTable(
  stat: AccessStat,
  { groupBy, measure }: Pick<Query, 'groupBy' | 'measure'>,
  language: Language,
): Cell[][] {
  const texts = messagesIn(language);
  const { statFile: headings, statistics } = texts;
  const measureName = statistics.measures[measure];
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
      [headings.from, headings.to, measureName],
      ...stat.buckets.map(({ from, to }, place): Cell[] => [`${from}${hours[place]}`, to, whole[place] ?? null]),
      [headings.total, '', stat.total.value],
    ];
  }
  return [
    [statistics.groupings[groupBy], measureName, headings.before, ...stat.buckets.map(({ from }) => from)],
    ...stat.groups.map((group): Cell[] => [
      groupName(groupBy, group, texts),
      group.figure.value,
      group.before?.value ?? null,
      ...(group.series ? valuesOf(group.series) : []),
    ]),
    [headings.total, stat.total.value, stat.before?.value ?? null, ...whole],
  ];
}
