import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ChoiceLine } from '../../components/statistics/choice-line.tsx';
import { recordsHref } from '../../components/statistics/figure-href.ts';
import { StatTable } from '../../components/statistics/stat-table.tsx';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import type { AccessStatTexts } from '../../lib/i18n/en/access-stat.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { AccessQuery } from './access-choice.ts';
import { showsAllTerms, termsQuery } from './access-queries.ts';

type Props = { query: AccessQuery; address: StatAddress };

/** What readers look for; first of all what they do not find. */
export function TermTable({ query, address }: Props) {
  const { accessStat: own } = useTexts();
  const words = useStatWords();
  const all = showsAllTerms(address.params);
  const terms = useQuery({ ...termsQuery(query, all), placeholderData: keepPreviousData });
  const { data } = terms;
  const aside = (
    <ChoiceLine
      label={own.terms.title}
      value={all ? 'all' : 'none'}
      options={[
        { value: 'none', label: own.terms.withoutResult },
        { value: 'all', label: own.terms.all },
      ]}
      onChange={(value) => address.change({ terms: value === 'all' ? 'all' : undefined })}
    />
  );
  if (terms.error && !data)
    return (
      <Card title={own.terms.title} className="stat-narrow">
        <div className="card-body">
          <ErrorPanel error={terms.error} retrying={terms.isFetching} onRetry={() => void terms.refetch()} />
        </div>
      </Card>
    );
  return (
    <StatTable
      title={own.terms.title}
      aside={aside}
      className="stat-narrow term-table"
      {...noneOf(data?.allowed === false ? 'notForYou' : all ? 'none' : 'allFound', own.terms)}
      columns={[own.terms.term, own.terms.searches, own.terms.withoutResult]}
      rows={data?.terms.map(({ term, searches, withoutResult }) => ({
        id: term,
        cells: [
          <span key="term" title={term}>
            {term}
          </span>,
          <AppLink key="all" to={recordsHref({ ...data.period, measure: 'searches', term })}>
            {words.number(searches)}
          </AppLink>,
          withoutResult > 0 ? (
            <AppLink key="none" to={recordsHref({ ...data.period, measure: 'searches', term, withoutResult: true })}>
              {words.number(withoutResult)}
            </AppLink>
          ) : (
            '0'
          ),
        ],
      }))}
    />
  );
}

const icons = { notForYou: 'lock', none: 'search', allFound: 'done' } as const;

function noneOf(why: keyof typeof icons, texts: AccessStatTexts['terms']) {
  return { none: texts[why], hint: texts[`${why}Hint`], icon: icons[why] };
}
