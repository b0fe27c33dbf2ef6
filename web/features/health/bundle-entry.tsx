import { downloadSupportBundle, type SupportBundle } from '@lectern/contract/features/health.ts';
import type { JobState } from '@lectern/contract/features/job.ts';
import { Icon } from '../../components/icon.tsx';
import { Status, type StatusTone } from '../../components/status.tsx';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

const tones: Record<JobState, StatusTone> = {
  none: 'idle',
  pending: 'idle',
  queued: 'idle',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  skipped: 'idle',
  cancelled: 'idle',
};

export function BundleEntry({ bundle, mayDownload }: { bundle: SupportBundle; mayDownload: boolean }) {
  const { health } = useTexts();
  const format = useFormat();
  const { job, file } = bundle;
  const running = job.state === 'running' || job.state === 'queued';
  return (
    <li>
      <Status tone={tones[job.state]}>
        {health.jobStates[job.state]}
        {job.state === 'running' && ` ${job.progress} %`}
      </Status>
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
