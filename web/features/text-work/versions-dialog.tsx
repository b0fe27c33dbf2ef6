import type { Reading } from '@lectern/contract/features/reading.ts';
import { listReadingVersions, restoreReading } from '@lectern/contract/features/reading-edit.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useMemo } from 'react';
import type { TextSource } from '../../components/work/text-href.ts';
import {
  makerOf,
  VersionComparison,
  VersionPending,
  VersionsDialog as Versions,
} from '../../components/workbench/versions-dialog.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import type { TextEdit } from './use-text-edit.ts';
import type { KnownVersions } from './use-text-parts.ts';
import { useTextParts } from './use-text-parts.ts';

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  known: KnownVersions;
  edit: TextEdit;
  onClose: () => void;
};

/** All results and edits, and the differences between one of them and the text on screen. */
export function VersionsDialog({ resource, source, known, edit, onClose }: Props) {
  const { textWork, reading } = useTexts();
  const may = known.mayEdit && !edit.readOnly && !edit.unsaved;
  return (
    <Versions
      title={textWork.versionsTitle}
      versions={known.versions}
      currentId={edit.base.id}
      current={textWork.current}
      first={edit.offered ?? undefined}
      by={makerOf}
      about={({ origin }) => <span>{reading.origins[origin]}</span>}
      onClose={onClose}
    >
      {(version) => (
        <Comparison
          id={resource.id}
          source={source}
          version={version}
          edit={edit}
          mayRestore={may && version.id !== edit.base.id}
          onClose={onClose}
        />
      )}
    </Versions>
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
  const putBack = () =>
    restore.mutate(
      { params: { id, source, readingId: version.id }, body: { baseId: edit.base.id } },
      {
        onSuccess: ({ number }) => {
          notify({ level: 'success', title: fillText(textWork.restored, { number, from: version.number }) });
          onClose();
        },
      },
    );
  if (loaded.state !== 'ready')
    return <VersionPending ready={false} error={loaded.state === 'failed' ? loaded.error : null} onRetry={retry} />;
  return (
    <VersionComparison
      {...{ version, before, after }}
      onRestore={mayRestore ? putBack : undefined}
      restoring={restore.isPending}
    />
  );
}
