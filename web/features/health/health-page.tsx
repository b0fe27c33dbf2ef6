import { getHealthReport } from '@lectern/contract/features/health.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { call } from '../../lib/api-client.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { BundleList } from './bundle-list.tsx';
import { HealthReportView } from './health-report-view.tsx';
import { HealthSkeleton } from './health-skeleton.tsx';
import '../../components/page-body.css';
import '../../components/table.css';
import './health-page.css';

/** The server keeps a report for a while; asking this often costs it nothing. */
const pollMs = 30_000;

export function HealthPage() {
  const { health, words } = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const kept = queryOf(getHealthReport, {}, { quiet: true });
  const report = useQuery({ ...kept, refetchInterval: pollMs });
  const anew = useMutation({
    mutationFn: () => call(getHealthReport, { query: { fresh: 'true' } }, { quiet: true }),
    onSuccess: (fresh) => client.setQueryData(kept.queryKey, fresh),
  });
  const error = anew.error ?? report.error;
  return (
    <>
      <PageHeader
        title={health.title}
        meta={
          report.data && (
            <span title={format.dateTime(report.data.checkedAt)}>
              {fillText(health.checkedAt, { when: format.relativeTime(report.data.checkedAt) })}
            </span>
          )
        }
      >
        <Button icon="refresh" busy={anew.isPending} onClick={() => anew.mutate()}>
          {anew.isPending ? words.refreshing : words.refresh}
        </Button>
      </PageHeader>
      {error && (
        <ErrorPanel
          error={error}
          keepsOld={report.data !== undefined}
          retrying={anew.isPending}
          onRetry={() => anew.mutate()}
        />
      )}
      {report.isPending && !error && <HealthSkeleton />}
      {report.data && <HealthReportView report={report.data} />}
      <BundleList />
    </>
  );
}
