import { accessStatQuery } from '@lectern/contract/features/access-stat.ts';
import { getLibraryFigures } from '@lectern/contract/features/library-stat.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import { groupingWords, measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { createStatWords } from '@lectern/contract/statistics/stat-words.ts';
import { accessStatAddress, libraryStatAddress } from '@lectern/contract/statistics-page-data.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { MailFigure } from '../../mail/system-mail.ts';
import type { AccessStatService } from '../access-stat/access-stat.service.ts';
import { groupName } from '../access-stat/group-name.ts';
import type { LibraryStatService } from '../library-stat/library-stat.service.ts';
import { figureWords } from '../library-stat/library-table.ts';
import type { ReportRecord } from './saved-report.repository.ts';

type Parts = { stats: Pick<AccessStatService, 'get'>; library: Pick<LibraryStatService, 'figures'> };
type Report = Pick<ReportRecord, 'page' | 'address'>;

export type ToldReport = {
  days: string;
  figures: MailFigure[];
  groups: { name: string; figures: MailFigure[]; areAll: boolean } | null;
};

const words = {
  before: { en: 'before: ', zh: '对比期：' },
  compared: { en: 'compared with ', zh: '对比 ' },
} satisfies Record<string, Words>;

/** What a report says at this moment to whoever keeps it, in their language: as its page would. */
export async function tellReport(
  { stats, library }: Parts,
  { page, address }: Report,
  context: SignedInContext,
  language: Language,
): Promise<ToldReport> {
  const params = new URLSearchParams(address);
  const { tell, daysOf } = teller(language);
  if (page === 'data.resource') {
    const { by: _, ...asked } = libraryStatAddress(params);
    const figures = await library.figures(context, getLibraryFigures.query.parse(asked));
    const held = (['resources', 'added', 'favourites'] as const).map((name) =>
      tell(figureWords[name][language], 'events', figures[name], figures[name].before),
    );
    const used = (['views', 'viewers', 'plays', 'playSeconds', 'completion', 'downloads'] as const)
      .filter((name) => name !== 'completion' || figures.completion.value !== null)
      .map((name) => tell(measureWords[name][language], name, figures[name], figures[name].before));
    return { days: daysOf(figures), figures: [...held, ...used], groups: null };
  }
  const { measure, groupBy, ...query } = accessStatQuery.parse(accessStatAddress(params));
  const stat = await stats.get(context, { measure, groupBy, ...query });
  return {
    days: daysOf(stat),
    figures: [tell(measureWords[measure][language], measure, stat.total, stat.before?.value ?? null)],
    groups:
      groupBy === 'none' || stat.groups.length === 0
        ? null
        : {
            name: groupingWords[groupBy][language],
            figures: stat.groups.map((group) =>
              tell(groupName(groupBy, group, language), measure, group.figure, group.before?.value ?? null),
            ),
            areAll: stat.moreGroups === 0,
          },
  };
}

type Figure = { value: number | null; exact?: boolean };

function teller(language: Language) {
  const format = createStatWords(language);
  const tell = (
    name: string,
    measure: keyof typeof measureWords,
    { value, exact = true }: Figure,
    before: number | null,
  ): MailFigure => {
    const change = (measure === 'completion' ? format.points : format.change)(value, before);
    const was = before === null ? [] : [`${words.before[language]}${format.measure(before, measure)}`];
    const note = [...(change ? [change] : []), ...was].join(', ');
    return { name, value: `${exact ? '' : '≈ '}${format.measure(value, measure)}`, note: note && `(${note})` };
  };
  const daysOf = ({ period, compared }: { period: Days; compared: Days | null }) =>
    [format.span(period), ...(compared ? [`${words.compared[language]}${format.span(compared)}`] : [])].join(' · ');
  return { tell, daysOf };
}
