import { downloadSupportBundle, type SupportBundle } from '@lectern/contract/features/health.ts';
import { Icon } from '../../components/icon.tsx';
import { workState } from '../../components/work/work-state.tsx';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

export function BundleEntry({ bundle, mayDownload }: { bundle: SupportBundle; mayDownload: boolean }) {
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
