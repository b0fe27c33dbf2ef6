import { getResource, type ResourceDetailView, type ResourceVersion } from '@lectern/contract/features/resource.ts';
import {
  describeVersion,
  listResourceActivity,
  listVersions,
  restoreVersion,
} from '@lectern/contract/features/resource-detail.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { downloadOf } from '../../../components/resource/download-of.ts';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';

type Props = { resource: ResourceDetailView; version: ResourceVersion; shown: boolean; onShow: () => void };
const changes = [getResource, listVersions, listResourceActivity];

/** One version: who, when, what is new, and the way back to it. */
export function VersionEntry({ resource, version, shown, onShow }: Props) {
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
      <div className="files-deeds">
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
