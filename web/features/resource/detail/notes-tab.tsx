import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { listNotes } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { NoteComposer } from './note-composer.tsx';
import { NoteEntry } from './note-entry.tsx';

/** What colleagues remark, about the whole or about one place; open ones first. */
export function NotesTab({ resource, link }: { resource: ResourceDetailView; link: ViewerLink }) {
  const { resourceDetail } = useTexts();
  const { id } = resource;
  const notes = useQuery(queryOf(listNotes, { params: { id } }, { quiet: true }));
  const open = notes.data?.filter(({ resolvedAt }) => !resolvedAt) ?? [];
  const settled = notes.data?.filter(({ resolvedAt }) => resolvedAt) ?? [];
  const entries = (of: typeof open) => (
    <ul className="notes-list">
      {of.map((note) => (
        <NoteEntry key={note.id} resource={resource} note={note} link={link} />
      ))}
    </ul>
  );
  return (
    <div className="notes-tab">
      <NoteComposer id={id} link={link} />
      {notes.isError && (
        <ErrorPanel error={notes.error} retrying={notes.isFetching} onRetry={() => void notes.refetch()} />
      )}
      {notes.isPending && (
        <SkeletonRegion>
          <Skeleton height={72} />
        </SkeletonRegion>
      )}
      {notes.data?.length === 0 && (
        <EmptyState icon="edit" title={resourceDetail.notesEmpty}>
          {resourceDetail.notesEmptyText}
        </EmptyState>
      )}
      {entries(open)}
      {settled.length > 0 && (
        <details className="notes-settled">
          <summary>{fillText(resourceDetail.settled, { count: settled.length })}</summary>
          {entries(settled)}
        </details>
      )}
    </div>
  );
}
