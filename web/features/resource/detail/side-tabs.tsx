import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { resourceDetailEndpoints } from '@lectern/contract/features/resource-detail.ts';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { loadPageTexts } from '../../../lib/i18n/language.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { FilesTab } from './files-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { ProcessingTab } from './processing/processing-tab.tsx';
import { TextTab } from './reading/text-tab.tsx';
import { TranscriptTab } from './reading/transcript-tab.tsx';
import { currentFields, useResourceWords } from './resource-words.ts';
import type { StatisticsTabProps } from './statistics-tab.tsx';
import type { SubtitlesTabProps } from './subtitle/subtitles-tab.tsx';
import { SummaryPending, type SummaryTabProps } from './summary/summary-pending.tsx';
import { UsesTab } from './uses-tab.tsx';
import './side-tabs.css';

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
  /** Shows what machines did with it. */
  onProcessing: () => void;
};

/** It says what only pages of subtitles say: its texts come with it. */
const SubtitlesTab = lazyPart<SubtitlesTabProps>(
  async () => {
    const [{ SubtitlesTab: Tab }] = await Promise.all([
      import('./subtitle/subtitles-tab.tsx'),
      loadPageTexts('subtitle'),
    ]);
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

/** The tabs that one opens on purpose; their code comes with the first of them. */
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
