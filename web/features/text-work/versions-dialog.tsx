import type { Reading } from '@lectern/contract/features/reading.ts';
import { listReadingVersions, restoreReading } from '@lectern/contract/features/reading-edit.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { engineWords } from '../../components/work/engine-name.ts';
import type { TextSource } from '../../components/work/text-href.ts';
import { DiffView } from '../../components/workbench/diff-view.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import type { KnownVersions } from './known-versions.ts';
import type { TextEdit } from './use-text-edit.ts';
import { useTextParts } from './use-text-parts.ts';

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  known: KnownVersions;
  edit: TextEdit;
  onClose: () => void;
};

/** Every result and every edit, and what is different between one of them and what is on screen. */
export function VersionsDialog({ resource, source, known, edit, onClose }: Props) {
  const { textWork, reading } = useTexts();
  const format = useFormat();
  const [chosen, setChosen] = useState<Reading | undefined>(
    edit.offered ?? known.versions.find(({ id }) => id !== edit.base.id),
  );
  return (
    <Dialog open title={textWork.versionsTitle} className="text-versions-dialog" onClose={onClose}>
      <div className="text-versions">
        <ul className="text-versions-list">
          {known.versions.map((version) => (
            <li key={version.id}>
              <button type="button" aria-pressed={version.id === chosen?.id} onClick={() => setChosen(version)}>
                <b>
                  {fillText(textWork.versionLine, { number: version.number })}
                  {version.id === edit.base.id && <em> · {textWork.current}</em>}
                </b>
                <span>{reading.origins[version.origin]}</span>
                <small>
                  {[
                    version.createdBy ?? (version.engine && engineWords(version.engine)),
                    format.dateTime(version.createdAt),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {chosen ? (
          <Comparison
            key={chosen.id}
            id={resource.id}
            source={source}
            version={chosen}
            edit={edit}
            mayRestore={known.mayEdit && !edit.readOnly && !edit.unsaved && chosen.id !== edit.base.id}
            onClose={onClose}
          />
        ) : (
          <p>{textWork.versionsHint}</p>
        )}
      </div>
    </Dialog>
  );
}

type ComparisonProps = {
  id: string;
  source: TextSource;
  version: Reading;
  edit: TextEdit;
  mayRestore: boolean;
  onClose: () => void;
};

function Comparison({ id, source, version, edit, mayRestore, onClose }: ComparisonProps) {
  const { textWork } = useTexts();
  const { loaded, retry } = useTextParts({ id, source, readingId: version.id, count: version.parts, words: false });
  const restore = useMutationOf(restoreReading, { invalidates: [listReadingVersions], idempotent: true });
  const before = useMemo(
    () => (loaded.state === 'ready' ? loaded.parts.flatMap(({ lines }) => lines.map(({ text }) => text)) : []),
    [loaded],
  );
  const { lines } = edit.work.state.get();
  const after = useMemo(() => lines.map(({ text }) => text), [lines]);
  return (
    <div className="text-versions-diff">
      {loaded.state === 'loading' && (
        <SkeletonRegion>
          <Skeleton height={160} />
        </SkeletonRegion>
      )}
      {loaded.state === 'failed' && <ErrorPanel error={loaded.error} onRetry={retry} />}
      {loaded.state === 'ready' && (
        <>
          <p className="text-versions-legend">{fillText(textWork.compareWith, { number: version.number })}</p>
          <DiffView before={before} after={after} />
        </>
      )}
      {mayRestore && loaded.state === 'ready' && (
        <Button
          busy={restore.isPending}
          onClick={() =>
            restore.mutate(
              { params: { id, source, readingId: version.id }, body: { baseId: edit.base.id } },
              {
                onSuccess: (made) => {
                  notify({
                    level: 'success',
                    title: fillText(textWork.restored, { number: made.number, from: version.number }),
                  });
                  onClose();
                },
              },
            )
          }
        >
          {textWork.restore}
        </Button>
      )}
    </div>
  );
}
