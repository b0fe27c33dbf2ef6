import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { listNotes, listUses, resourceDetailEndpoints } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { loadPageTexts } from '../../../lib/i18n/language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { FilesTab } from './files-tab.tsx';
import { NoteComposer, NoteEntry } from './note-entry.tsx';
import { ProcessingTab } from './processing-tab.tsx';
import { ReadingEmpty, ReadingsPending, TextTab } from './reading/text-tab.tsx';
import { Transcript } from './reading/transcript.tsx';
import { useReadings } from './reading/use-reading-parts.ts';
import { currentFields, useResourceWords } from './resource-words.ts';
import type { StatisticsTabProps } from './statistics-tab.tsx';
import type { SubtitlesTabProps } from './subtitles-tab.tsx';
import { SummaryPending, type SummaryTabProps } from './summary/summary-pending.tsx';
import './side-tabs.css';
import './reading/reading.css';

const icons = { column: 'columns', favourite: 'star', course: 'course', recommendation: 'layout' } as const;

/** Everything that uses the resource and would break without it. */
function UsesTab({ id }: { id: string }) {
  const { resource, resourceDetail } = useTexts();
  const uses = useQuery(queryOf(listUses, { params: { id } }, { quiet: true }));
  if (uses.isError) return <QueryError query={uses} />;
  if (uses.isPending) {
    return (
      <SkeletonRegion>
        <Skeleton height={72} />
      </SkeletonRegion>
    );
  }
  if (uses.data.length === 0) {
    return (
      <EmptyState icon="layout" title={resourceDetail.usesEmpty}>
        {resourceDetail.usesEmptyText}
      </EmptyState>
    );
  }
  return (
    <ul className="uses-tab">
      {uses.data.map(({ kind, name, link, detail }) => (
        <li key={`${kind} ${link} ${name} ${detail}`}>
          <Icon name={icons[kind]} />
          <div>
            {kind === 'favourite' && fillText(resource.move.favourites, { count: Number(name) })}
            {kind !== 'favourite' && (link ? <AppLink to={link}>{name}</AppLink> : name)}
            {kind !== 'favourite' && (
              <small>{[resourceDetail.useKinds[kind], detail].filter(Boolean).join(' · ')}</small>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const sources = ['speech'] as const;

type Props = { resource: ResourceDetailView; link: ViewerLink; onProcessing: () => void };

function TranscriptTab({ resource, link, onProcessing }: Props) {
  const readings = useReadings(resource.id, sources);
  if (!readings.data) return <ReadingsPending readings={readings} />;
  const [shown] = readings.current;
  if (!shown) return <ReadingEmpty id={resource.id} of="emptyTranscript" onProcessing={onProcessing} />;
  return <Transcript key={shown.id} resource={resource} reading={shown} link={link} onProcessing={onProcessing} />;
}

export type SideTabProps = {
  tab:
    | 'text'
    | 'transcript'
    | 'subtitles'
    | 'chapters'
    | 'summary'
    | 'files'
    | 'processing'
    | 'uses'
    | 'statistics'
    | 'notes'
    | 'activity';
  resource: ResourceDetailView;
  shown: ResourceVersion;
  onShow: (version: ResourceVersion | null) => void;
  link: ViewerLink;
  onReverted: () => void;
  /** Opens the processing tab. */
  onProcessing: () => void;
};

/** Loads the texts of the subtitle pages together with the code. */
const SubtitlesTab = lazyPart<SubtitlesTabProps>(
  async () => {
    const [{ SubtitlesTab: Tab }] = await Promise.all([import('./subtitles-tab.tsx'), loadPageTexts('subtitle')]);
    return Tab;
  },
  <SkeletonRegion>
    <Skeleton height={160} />
  </SkeletonRegion>,
);

const SummaryTab = lazyPart<SummaryTabProps>(
  async () => {
    const [{ SummaryTab: Tab }] = await Promise.all([import('./summary/summary-tab.tsx'), loadPageTexts('summary')]);
    return Tab;
  },
  <SummaryPending />,
);
const ChaptersTab = lazyPart<SummaryTabProps>(
  async () => {
    const [{ ChaptersTab: Tab }] = await Promise.all([import('./summary/chapters-tab.tsx'), loadPageTexts('summary')]);
    return Tab;
  },
  <SummaryPending />,
);

const StatisticsTab = lazyPart<StatisticsTabProps>(
  async () => {
    const [{ StatisticsTab: Tab }] = await Promise.all([
      import('./statistics-tab.tsx'),
      loadPageTexts('statistics', 'chart'),
    ]);
    return Tab;
  },
  <SkeletonRegion>
    <Skeleton height={240} />
  </SkeletonRegion>,
);

/** Tabs that open on demand; their code loads with the first of them. */
export function SideTab({ tab, resource, shown, onShow, link, onReverted, onProcessing }: SideTabProps) {
  switch (tab) {
    case 'text':
      return <TextTab resource={resource} link={link} onProcessing={onProcessing} />;
    case 'transcript':
      return <TranscriptTab resource={resource} link={link} onProcessing={onProcessing} />;
    case 'subtitles':
      return <SubtitlesTab resource={resource} onProcessing={onProcessing} />;
    case 'chapters':
      return <ChaptersTab resource={resource} link={link} />;
    case 'summary':
      return <SummaryTab resource={resource} link={link} />;
    case 'processing':
      return <ProcessingTab resource={resource} />;
    case 'files':
      return <FilesTab resource={resource} shown={shown} onShow={onShow} />;
    case 'uses':
      return <UsesTab id={resource.id} />;
    case 'statistics':
      return <StatisticsTab resource={resource} />;
    case 'notes':
      return <NotesTab resource={resource} link={link} />;
    case 'activity':
      return <History resource={resource} onReverted={onReverted} />;
  }
}

function History({ resource, onReverted }: Pick<SideTabProps, 'resource' | 'onReverted'>) {
  const words = useResourceWords({ withNames: true });
  return (
    <ActivityTab
      calls={resourceDetailEndpoints}
      id={resource.id}
      version={resource.version}
      words={words}
      current={currentFields(resource)}
      onReverted={onReverted}
    />
  );
}

/** Notes by colleagues on the whole resource or one place; open ones first. */
function NotesTab({ resource, link }: { resource: ResourceDetailView; link: ViewerLink }) {
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
      {notes.isError && <QueryError query={notes} />}
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
