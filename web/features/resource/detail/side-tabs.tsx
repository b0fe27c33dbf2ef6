import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { resourceDetailEndpoints } from '@lectern/contract/features/resource-detail.ts';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { FilesTab } from './files-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { ProcessingTab } from './processing/processing-tab.tsx';
import { TextTab } from './reading/text-tab.tsx';
import { TranscriptTab } from './reading/transcript-tab.tsx';
import { currentFields, useResourceWords } from './resource-words.ts';
import { UsesTab } from './uses-tab.tsx';
import './side-tabs.css';

export type SideTabProps = {
  tab: 'text' | 'transcript' | 'files' | 'processing' | 'uses' | 'notes' | 'activity';
  resource: ResourceDetailView;
  shown: ResourceVersion;
  onShow: (version: ResourceVersion | null) => void;
  link: ViewerLink;
  onReverted: () => void;
  /** Shows what machines did with it. */
  onProcessing: () => void;
};

/** The tabs that one opens on purpose; their code comes with the first of them. */
export function SideTab({ tab, resource, shown, onShow, link, onReverted, onProcessing }: SideTabProps) {
  switch (tab) {
    case 'text':
      return <TextTab resource={resource} link={link} onProcessing={onProcessing} />;
    case 'transcript':
      return <TranscriptTab resource={resource} link={link} onProcessing={onProcessing} />;
    case 'processing':
      return <ProcessingTab resource={resource} />;
    case 'files':
      return <FilesTab resource={resource} shown={shown} onShow={onShow} />;
    case 'uses':
      return <UsesTab id={resource.id} />;
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
