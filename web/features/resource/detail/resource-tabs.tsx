import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { resourceDetailEndpoints } from '@lectern/contract/features/resource-detail.ts';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { FilesTab } from './files-tab.tsx';
import { InfoTab } from './info-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { currentFields, useResourceWords } from './resource-words.ts';
import { useDetailTab } from './use-detail-tab.ts';
import type { ResourceEdit } from './use-resource-edit.ts';
import { UsesTab } from './uses-tab.tsx';

const tabIds = ['info', 'files', 'uses', 'notes', 'activity'] as const;

type Props = {
  resource: ResourceDetailView;
  edit: ResourceEdit;
  shown: ResourceVersion;
  onShow: (version: ResourceVersion | null) => void;
  link: ViewerLink;
  onReverted: () => void;
};

/** Everything there is to know of it, beside what it shows. */
export function ResourceTabs({ resource, edit, shown, onShow, link, onReverted }: Props) {
  const { resourceDetail } = useTexts();
  const [active, choose] = useDetailTab(tabIds);
  const { counts } = resource;
  const { form, editable } = edit;
  const count = { files: counts.versions > 1 && counts.versions, uses: counts.uses, notes: counts.notes };
  const tabs = tabIds.map((id) => ({
    id,
    label: resourceDetail.tabs[id],
    count: (id in count && count[id as keyof typeof count]) || undefined,
  }));
  return (
    <aside className="resource-tabs card">
      <Tabs label={resourceDetail.tabsLabel} tabs={tabs} active={active} onChange={choose}>
        {active === 'info' && <InfoTab resource={resource} edit={edit} />}
        {active === 'files' && <FilesTab resource={resource} shown={shown} onShow={onShow} />}
        {active === 'uses' && <UsesTab id={resource.id} />}
        {active === 'notes' && <NotesTab resource={resource} link={link} />}
        {active === 'activity' && <History resource={resource} onReverted={onReverted} />}
      </Tabs>
      <DetailSaveBar
        changes={form.changed.length}
        saving={form.saving}
        blocked={!editable}
        onSave={() => void form.submit()}
        onDiscard={form.discard}
      />
    </aside>
  );
}

function History({ resource, onReverted }: Pick<Props, 'resource' | 'onReverted'>) {
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
