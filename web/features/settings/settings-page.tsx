import { getSettings } from '@lectern/contract/features/settings.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { queryOf } from '../../lib/queries.ts';
import { SettingsFormView } from './settings-form-view.tsx';
import '../../components/page-body.css';
import './settings-page.css';

/** Settings that staff can change at runtime. */
export function SettingsPage() {
  const { settings: texts, words } = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const options = queryOf(getSettings, {}, { quiet: true });
  const { data, error, isPending, isFetching, refetch } = useQuery(options);
  useLiveEvents('settings', () => void client.invalidateQueries({ queryKey: options.queryKey }));

  const lastChange = data?.updatedAt
    ? fillText(texts.lastChanged, { when: format.relativeTime(data.updatedAt), name: data.updatedBy ?? words.none })
    : texts.neverChanged;
  return (
    <>
      <PageHeader title={texts.title} meta={data && <span>{lastChange}</span>} />
      {error && (
        <ErrorPanel error={error} keepsOld={data !== undefined} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {isPending && <SettingsSkeleton />}
      {data && <SettingsFormView stored={data} />}
    </>
  );
}

function SettingsSkeleton() {
  return (
    <SkeletonRegion className="settings">
      {['general', 'signIn', 'announcement'].map((section) => (
        <div key={section} className="card settings-skeleton">
          <Skeleton width={100} />
          <Skeleton width={240} />
          <Skeleton height={32} />
          <Skeleton width="60%" height={32} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
