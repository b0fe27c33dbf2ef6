import { apiBase } from '@lectern/contract/constants.ts';
import { listRenditions, type Rendition } from '@lectern/contract/features/reading.ts';
import { getResource, type ResourceDetailView, type ResourceVersion } from '@lectern/contract/features/resource.ts';
import {
  describeVersion,
  listResourceActivity,
  listVersions,
  restoreVersion,
} from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { Icon } from '../../../components/icon.tsx';
import { downloadOf } from '../../../components/resource/resource-href.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { fileFacts } from './fact-cards.tsx';
import { ReplaceFileInput } from './replace-file-input.tsx';

type Props = {
  resource: ResourceDetailView;
  shown: ResourceVersion;
  onShow: (version: ResourceVersion | null) => void;
};

/** The current file, its metadata, and all versions. */
export function FilesTab({ resource, shown, onShow }: Props) {
  const texts = useTexts();
  const { resourceDetail } = texts;
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const versions = useQuery(queryOf(listVersions, { params: { id: resource.id } }, { quiet: true }));
  const { current } = resource;
  return (
    <div className="files-tab">
      <div className="files-current">
        <Icon name={resource.kind} size={20} />
        <div className="files-name">
          <strong>{current.fileName}</strong>
          <span className="files-sum">
            {resourceDetail.facts.checksum} <code title={current.sha256}>{current.sha256.slice(0, 12)}…</code>
            <CopyButton text={current.sha256} label={texts.words.copy} />
          </span>
        </div>
      </div>
      <div className="files-actions">
        <a className="action" href={downloadOf(current.url)} download>
          <Icon name="download" />
          {resourceDetail.download}
        </a>
        {resource.mayEdit && (
          <Button icon="upload" onClick={() => input.current?.click()}>
            {resourceDetail.replaceFile}
          </Button>
        )}
        <ReplaceFileInput resource={resource} ref={input} />
      </div>
      <FactList facts={fileFacts(current, texts, format)} />
      <RenditionList id={resource.id} />
      {versions.isError && <QueryError query={versions} />}
      {versions.isPending && (
        <SkeletonRegion>
          <Skeleton height={96} />
        </SkeletonRegion>
      )}
      <ol className="files-versions">
        {versions.data?.map((version) => (
          <VersionEntry
            key={version.id}
            resource={resource}
            version={version}
            shown={version.id === shown.id}
            onShow={() => onShow(version.current ? null : version)}
          />
        ))}
      </ol>
    </div>
  );
}

/** The API returns at most this many page images, so the count may be higher. */
const pagesAtOnce = 100;

/** Renditions of the current file by kind, with size and a link to open one. */
function RenditionList({ id }: { id: string }) {
  const { reading } = useTexts();
  const format = useFormat();
  const renditions = useQuery(queryOf(listRenditions, { params: { id } }, { quiet: true }));
  if (renditions.isError) {
    return <QueryError query={renditions} />;
  }
  const groups = groupsOf(renditions.data ?? []);
  if (groups.length === 0) return null;
  return (
    <section className="renditions">
      <h3>{reading.renditions}</h3>
      <ul>
        {groups.map(({ first, count, sizeBytes }) => {
          const name = reading.renditionKinds[first.kind];
          const several = count >= pagesAtOnce ? reading.severalOrMore : reading.several;
          return (
            <li key={first.kind}>
              <span>{name}</span>
              <small>
                {count > 1 && `${fillText(several, { count: format.number(count) })} · `}
                {format.bytes(sizeBytes)}
              </small>
              <a
                href={apiBase + first.url}
                target="_blank"
                rel="noreferrer"
                aria-label={fillText(reading.openOf, { name })}
              >
                {reading.open}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** One entry per kind, because a document has many page images. */
function groupsOf(renditions: readonly Rendition[]) {
  const kinds = [...new Set(renditions.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const all = renditions.filter((one) => one.kind === kind);
    const [first] = all;
    return first ? [{ first, count: all.length, sizeBytes: all.reduce((total, one) => total + one.sizeBytes, 0) }] : [];
  });
}

type VersionEntryProps = { resource: ResourceDetailView; version: ResourceVersion; shown: boolean; onShow: () => void };
const changes = [getResource, listVersions, listResourceActivity];

/** One version: author, date and note, with actions to view it or revert to it. */
function VersionEntry({ resource, version, shown, onShow }: VersionEntryProps) {
  const { resourceDetail, words } = useTexts();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const restore = useMutationOf(restoreVersion, { invalidates: changes, idempotent: true });
  const describe = useMutationOf(describeVersion, { invalidates: changes });
  const { number, current, fromNumber } = version;
  const params = { id: resource.id, versionId: version.id };
  const say = (text: string) => fillText(text, { number });
  const confirm = () =>
    restore.mutate(
      { params, body: { version: resource.version } },
      {
        onSuccess: () => notify({ level: 'success', title: say(resourceDetail.restored) }),
        onSettled: () => setAsking(false),
      },
    );
  const save = () => describe.mutate({ params, body: { note: note ?? '' } }, { onSuccess: () => setNote(null) });
  return (
    <li className={shown ? 'files-shown' : undefined}>
      <div className="files-line">
        <strong>{say(resourceDetail.version)}</strong>
        {current && <em className="files-current-mark">{resourceDetail.current}</em>}
        <span>{format.bytes(version.sizeBytes)}</span>
        <time dateTime={version.createdAt} title={format.dateTime(version.createdAt)}>
          {format.relativeTime(version.createdAt)}
        </time>
      </div>
      <div className="files-detail">
        {[
          version.createdBy?.name,
          version.fileName,
          fromNumber !== null && fillText(resourceDetail.restoredFrom, { number: fromNumber }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {note === null && version.note && <p>{version.note}</p>}
      {note !== null && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextareaField
            label={say(resourceDetail.versionNote)}
            value={note}
            rows={2}
            maxLength={1000}
            onChange={setNote}
          />
          <Button size="small" onClick={() => setNote(null)}>
            {words.cancel}
          </Button>
          <Button size="small" look="primary" submits busy={describe.isPending}>
            {words.save}
          </Button>
        </form>
      )}
      <div className="files-actions">
        {!shown && (
          <Button size="small" look="quiet" icon="eye" aria-label={say(resourceDetail.showVersion)} onClick={onShow}>
            {resourceDetail.look}
          </Button>
        )}
        {resource.mayEdit && !current && (
          <Button
            size="small"
            look="quiet"
            icon="undo"
            aria-label={say(resourceDetail.restoreOf)}
            onClick={() => setAsking(true)}
          >
            {resourceDetail.restore}
          </Button>
        )}
        {resource.mayEdit && note === null && (
          <IconButton icon="edit" label={say(resourceDetail.describeVersion)} onClick={() => setNote(version.note)} />
        )}
        <a
          className="icon-button"
          href={downloadOf(version.url)}
          download
          title={say(resourceDetail.downloadOf)}
          aria-label={say(resourceDetail.downloadOf)}
        >
          <Icon name="download" />
        </a>
      </div>
      <ConfirmDialog
        open={asking}
        title={say(resourceDetail.restoreTitle)}
        confirmLabel={resourceDetail.restore}
        busy={restore.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {resourceDetail.restoreText}
      </ConfirmDialog>
    </li>
  );
}
