import { accessStatQuery } from '@lectern/contract/features/access-stat.ts';
import { getLibraryFigures } from '@lectern/contract/features/library-stat.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { groupName } from '@lectern/contract/statistics/group-name.ts';
import { createStatWords } from '@lectern/contract/statistics/stat-words.ts';
import { accessStatAddress, libraryStatAddress } from '@lectern/contract/statistics-page-data.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { LibraryStatService } from '../library-stat/public.ts';
import type { MailFigure } from '../mail/public.ts';
import type { AccessStatService } from '../statistics/public.ts';
import type { ReportRecord } from './saved-report.repository.ts';

type Dependencies = { stats: Pick<AccessStatService, 'get'>; library: Pick<LibraryStatService, 'figures'> };
type Report = Pick<ReportRecord, 'page' | 'address'>;
export type ReportFigures = {
  days: string;
  figures: MailFigure[];
  groups: { name: string; figures: MailFigure[]; areAll: boolean } | null;
};

/** The figures of a report as shown to a person on its page, in their language. */
export async function readReport(
  { stats, library }: Dependencies,
  { page, address }: Report,
  context: SignedInContext,
  language: Language,
): Promise<ReportFigures> {
  const params = new URLSearchParams(address);
  const texts = messagesIn(language);
  const { measures, groupings } = texts.statistics;
  const { figureOf, daysOf } = formatter(language);
  if (page === 'data.resource') {
    const { by: _, ...query } = libraryStatAddress(params);
    const figures = await library.figures(context, getLibraryFigures.query.parse(query));
    const held = (['resources', 'added', 'favourites'] as const).map((name) =>
      figureOf(texts.libraryStat.kpis[name], 'events', figures[name], figures[name].before),
    );
    const used = (['views', 'viewers', 'plays', 'playSeconds', 'completion', 'downloads'] as const)
      .filter((name) => name !== 'completion' || figures.completion.value !== null)
      .map((name) => figureOf(measures[name], name, figures[name], figures[name].before));
    return { days: daysOf(figures), figures: [...held, ...used], groups: null };
  }
  const { measure, groupBy, ...query } = accessStatQuery.parse(accessStatAddress(params));
  const stat = await stats.get(context, { measure, groupBy, ...query });
  return {
    days: daysOf(stat),
    figures: [figureOf(measures[measure], measure, stat.total, stat.before?.value ?? null)],
    groups:
      groupBy === 'none' || stat.groups.length === 0
        ? null
        : {
            name: groupings[groupBy],
            figures: stat.groups.map((group) =>
              figureOf(groupName(groupBy, group, texts), measure, group.figure, group.before?.value ?? null),
            ),
            areAll: stat.moreGroups === 0,
          },
  };
}

type Figure = { value: number | null; exact?: boolean };

function formatter(language: Language) {
  const { words, beforeValue, period: texts } = messagesIn(language).statistics;
  const format = createStatWords(language, words);
  const figureOf = (
    name: string,
    measure: AccessMeasure,
    { value, exact = true }: Figure,
    before: number | null,
  ): MailFigure => {
    const change = (measure === 'completion' ? format.points : format.change)(value, before);
    const was = before === null ? [] : [fillText(beforeValue, { value: format.measure(before, measure) })];
    const note = [...(change ? [change] : []), ...was].join(language === 'zh' ? '，' : ', ');
    return { name, value: `${exact ? '' : '≈ '}${format.measure(value, measure)}`, note: note && `(${note})` };
  };
  const daysOf = ({ period, compared }: { period: Days; compared: Days | null }) =>
    [format.span(period), ...(compared ? [fillText(texts.compared, { span: format.span(compared) })] : [])].join(' · ');
  return { figureOf, daysOf };
}
