import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { InfoTab } from './info-tab.tsx';
import type { SideTabProps } from './side-tabs.tsx';
import { useDetailTab } from './use-detail-tab.ts';
import type { ResourceEdit } from './use-resource-edit.ts';

const SideTab = lazyPart<SideTabProps>(
  async () => (await import('./side-tabs.tsx')).SideTab,
  <SkeletonRegion>
    <Skeleton height={120} />
  </SkeletonRegion>,
);
/** What is read from pages, and what is heard. */
const rest = ['files', 'processing', 'uses', 'statistics', 'notes', 'activity'] as const;
const pageTabs = ['info', 'text', 'summary', ...rest] as const;
const soundTabs = ['info', 'transcript', 'chapters', 'summary', ...rest] as const;
const videoTabs = ['info', 'transcript', 'subtitles', 'chapters', 'summary', ...rest] as const;
type TabId = (typeof pageTabs)[number] | (typeof videoTabs)[number];

export function tabsOf({ kind }: Pick<SideTabProps['resource'], 'kind'>): readonly [TabId, ...TabId[]] {
  if (kind === 'video') return videoTabs;
  return kind === 'audio' ? soundTabs : pageTabs;
}

type Props = Omit<SideTabProps, 'tab' | 'onProcessing'> & { edit: ResourceEdit };

/** Everything there is to know of it, beside what it shows. */
export function ResourceTabs({ resource, edit, ...rest }: Props) {
  const { resourceDetail } = useTexts();
  const tabIds = tabsOf(resource);
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
    <aside className="resource-tabs">
      <Tabs label={resourceDetail.tabsLabel} tabs={tabs} active={active} onChange={choose}>
        {active === 'info' && <InfoTab resource={resource} edit={edit} />}
        {active !== 'info' && (
          <SideTab tab={active} {...rest} resource={resource} onProcessing={() => choose('processing')} />
        )}
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
