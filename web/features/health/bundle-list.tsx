import {
  downloadSupportBundle,
  listSupportBundles,
  makeSupportBundle,
  type SupportBundle,
} from '@lectern/contract/features/health.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Icon } from '../../components/icon.tsx';
import { SmallTableSkeleton } from '../../components/small-table.tsx';
import { workState } from '../../components/work/work-state.tsx';
import { addressOf } from '../../lib/callable.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';

/** Creates and downloads support bundles; administrators only. */
export function BundleList() {
  const { health } = useTexts();
  const mayMake = hasAbility(useCurrentUser().roleId, 'admin');
  const { bundles, making, make } = useBundles();
  const rows = bundles.data ?? [];
  const makeButton = mayMake && (
    <Button busy={making} onClick={make}>
      {health.makeBundle}
    </Button>
  );
  return (
    <Card title={health.bundles} text={health.bundlesText} aside={rows.length > 0 && makeButton}>
      {bundles.isError && (
        <div className="form-notice">
          <QueryError query={bundles} keepsOld={rows.length > 0} />
        </div>
      )}
      {bundles.isPending && <SmallTableSkeleton />}
      {bundles.isSuccess && rows.length === 0 && (
        <EmptyState icon="records" title={health.bundlesEmptyTitle} action={makeButton}>
          {mayMake ? health.bundlesEmptyText : health.bundlesEmptyReadOnly}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="health-bundles">
          {rows.map((bundle) => (
            <BundleEntry key={bundle.id} bundle={bundle} mayDownload={mayMake} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The support bundles with live progress; refetched when a file may be ready. */
function useBundles() {
  const client = useQueryClient();
  const options = queryOf(listSupportBundles, {}, { quiet: true });
  const bundles = useQuery(options);
  const make = useMutationOf(makeSupportBundle, { idempotent: true });

  useLiveEvents('job', ({ job }) => {
    if (job.kind !== 'supportBundle') return;
    const known = client.getQueryData(options.queryKey)?.some((bundle) => bundle.job.id === job.id);
    if (job.state === 'done' || !known) void client.invalidateQueries({ queryKey: options.queryKey });
    client.setQueryData(options.queryKey, (list) =>
      list?.map((bundle) => (bundle.job.id === job.id ? { ...bundle, job: { ...bundle.job, ...job } } : bundle)),
    );
  });
  const add = (made: SupportBundle) =>
    client.setQueryData(options.queryKey, (list = []) => [made, ...list.filter((bundle) => bundle.id !== made.id)]);

  return { bundles, making: make.isPending, make: () => make.mutate({}, { onSuccess: add }) };
}

function BundleEntry({ bundle, mayDownload }: { bundle: SupportBundle; mayDownload: boolean }) {
  const texts = useTexts();
  const { health } = texts;
  const format = useFormat();
  const { job, file } = bundle;
  const running = job.state === 'running' || job.state === 'queued';
  return (
    <li>
      {workState(job, texts)}
      <div className="health-bundle-text">
        {running && <progress max={100} value={job.progress} aria-label={health.progressOf} />}
        {file && (
          <span>
            {file.name} <small>{format.bytes(file.sizeBytes)}</small>
          </span>
        )}
        {job.cause && <span>{job.cause}</span>}
      </div>
      <small title={format.dateTime(job.createdAt)}>
        {format.relativeTime(job.createdAt)}
        {job.requestedBy && ` ${fillText(health.bundleMadeBy, { name: job.requestedBy })}`}
      </small>
      {file && mayDownload && (
        <a
          className="button button-plain button-small"
          href={addressOf(downloadSupportBundle, { params: { id: bundle.id } })}
          aria-label={fillText(health.downloadOf, { name: file.name })}
          download
        >
          <Icon name="download" />
          {health.download}
        </a>
      )}
    </li>
  );
}
