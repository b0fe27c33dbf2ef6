import { accessRecordList, listAccessRecords } from '@lectern/contract/features/access-record.ts';
import {
  cancelRecordExport,
  downloadRecordExport,
  listRecordExports,
  type RecordExport,
  startRecordExport,
} from '@lectern/contract/features/record-export.ts';
import { exportFormats } from '@lectern/contract/list/define-list.ts';
import { printAddress, printView } from '@lectern/contract/list/list-address.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { countWords } from '../../components/list-page/count-words.ts';
import { useListAddress } from '../../components/list-page/use-list-address.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';

const underWay: readonly string[] = ['pending', 'queued', 'running'];
const columns = Object.keys(accessRecordList.columns);

/** Exports any number of rows; files are written in the background and downloaded here. */
export function RecordExportDialog({ onClose }: { onClose: () => void }) {
  const { accessRecord, list } = useTexts();
  const texts = accessRecord.files;
  const format = useFormat();
  const { address } = useListAddress(accessRecordList);
  const count = useQuery({
    ...queryOf(listAccessRecords, { query: printAddress(accessRecordList, address) }, { quiet: true }),
    enabled: false,
  }).data?.count;
  const files = useQuery({
    ...queryOf(listRecordExports, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.some(({ state: one }) => underWay.includes(one)) ? 1_500 : false),
  });
  const start = useMutationOf(startRecordExport, { quiet: true, invalidates: [listRecordExports], idempotent: true });
  const matching = new URLSearchParams(printView(accessRecordList, address)).toString();
  return (
    <Dialog open title={texts.title} onClose={onClose} className="record-files">
      <p>
        {texts.text}
        {count && (
          <b className="record-files-count">{fillText(list.exportRows, { count: countWords(count, format) })}</b>
        )}
      </p>
      <div className="record-files-start">
        {exportFormats.map((kind) => (
          <Button
            key={kind}
            icon="download"
            busy={start.isPending}
            onClick={() => start.mutate({ body: { matching, format: kind, columns } })}
          >
            {fillText(texts.start, { format: list.exportAs[kind] })}
          </Button>
        ))}
      </div>
      {start.error && <ErrorPanel error={start.error} title={texts.notStarted} />}
      {files.error && (
        <ErrorPanel
          error={files.error}
          keepsOld={files.data !== undefined}
          retrying={files.isFetching}
          onRetry={() => void files.refetch()}
        />
      )}
      {files.isPending && (
        <SkeletonRegion>
          <Skeleton height={44} />
        </SkeletonRegion>
      )}
      {files.data?.length === 0 && <p className="record-files-none">{texts.none}</p>}
      <ul className="record-files-list">
        {files.data?.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </Dialog>
  );
}

function FileRow({ file }: { file: RecordExport }) {
  const { accessRecord, words } = useTexts();
  const texts = accessRecord.files;
  const format = useFormat();
  const remove = useMutationOf(cancelRecordExport, { invalidates: [listRecordExports] });
  const running = underWay.includes(file.state);
  const rows = { rows: format.number(file.rows), total: format.number(file.total) };
  const status = running
    ? file.total === 0
      ? texts.waiting
      : fillText(texts.writing, rows)
    : file.state === 'done'
      ? fillText(texts.written, { ...rows, size: format.bytes(file.sizeBytes ?? 0) })
      : (file.cause ?? '');
  return (
    <li>
      <div className="record-file-text">
        <strong>
          {file.format.toUpperCase()} · {format.dateTime(file.createdAt)}
        </strong>
        <small>
          {file.state === 'failed' && <Status tone="bad">{texts.failed}</Status>}
          {file.state === 'cancelled' && <Status tone="idle">{texts.stopped}</Status>}
          <span>
            {status}
            {file.expiresAt && ` · ${fillText(texts.until, { day: format.date(file.expiresAt) })}`}
          </span>
        </small>
        {running && <progress max={100} value={file.progress} aria-label={status} />}
      </div>
      {file.state === 'done' && (
        <a
          className="button button-plain button-small"
          href={addressOf(downloadRecordExport, { params: { id: file.id } })}
          download
        >
          {texts.fetch}
        </a>
      )}
      <Button size="small" busy={remove.isPending} onClick={() => remove.mutate({ params: { id: file.id } })}>
        {running ? words.cancel : texts.remove}
      </Button>
    </li>
  );
}
