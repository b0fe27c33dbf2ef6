import type { PermissionGroup } from '@lectern/contract/features/permission-group.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { useSheetKeys } from '../../../components/detail/use-sheet-keys.ts';
import { focusHome } from '../../../components/dialog.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useStore } from '../../../lib/use-store.ts';
import { DeleteGroupsDialog } from '../delete-groups-dialog.tsx';
import { deletingGroups } from '../group-dialog.ts';
import { groupHref } from '../group-href.ts';
import { PageMatrix } from '../matrix/page-matrix.tsx';
import { countChanges, emptyDraft, type GroupDraft } from './group-draft.ts';
import { GroupHead } from './group-head.tsx';
import { HistoryTab } from './history-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { SaveDialog } from './save-dialog.tsx';
import '../../../components/page-body.css';
import '../../../components/detail/detail.css';
import './opened-group.css';

type Part = 'pages' | 'members' | 'history';
type Props = { group: PermissionGroup | null; start: GroupDraft };

/** A group as it is being edited. Nothing counts before its effect was seen and saved. */
export function OpenedGroup({ group, start }: Props) {
  const { permissionGroup: words } = useTexts();
  const format = useFormat();
  const stored = group ? start : emptyDraft;
  const [edited, setEdited] = useState<{ version: number; draft: GroupDraft } | null>(
    group ? null : { version: 0, draft: start },
  );
  const [part, setPart] = useState<Part>('pages');
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const deleting = useStore(deletingGroups) !== null;
  const draft = edited?.draft ?? stored;
  const version = group?.version ?? 0;
  const overtaken = edited !== null && edited.version !== version;
  const changes = saved ? 0 : countChanges(stored, draft);
  const editable = !group?.deleted;
  const change = (next: GroupDraft) => editable && setEdited({ version: edited?.version ?? version, draft: next });
  const discard = () => setEdited(null);
  const tabs = [
    { id: 'pages' as const, label: words.parts.pages, count: format.number(Object.keys(draft.rules).length) },
    { id: 'members' as const, label: words.parts.members, count: format.number(draft.members.length) },
    ...(group ? [{ id: 'history' as const, label: words.parts.history }] : []),
  ];
  const finish = (id: string) => {
    setSaving(false);
    setEdited(null);
    if (group) return;
    // The guard must let go before the address changes.
    setSaved(true);
    setTimeout(() => {
      navigate(groupHref(id));
      focusHome();
    });
  };
  const blocked = overtaken || draft.name.trim() === '';
  const review = () => changes > 0 && !blocked && setSaving(true);
  useSheetKeys({ previous: null, next: null, edit: () => undefined, save: () => void review() });
  return (
    <div className="opened-group">
      <GroupHead group={group} draft={draft} editable={editable} onChange={change} />
      {group?.deleted && <Banner tone="warning">{words.deletedNotice}</Banner>}
      {overtaken && changes > 0 && <Banner tone="warning">{words.overtaken}</Banner>}
      <div className="opened-group-parts">
        <Tabs label={words.tabsLabel} tabs={tabs} active={part} onChange={setPart}>
          {part === 'pages' && <PageMatrix stored={stored} draft={draft} editable={editable} onChange={change} />}
          {part === 'members' && <MembersTab stored={stored} draft={draft} editable={editable} onChange={change} />}
          {part === 'history' && group && <HistoryTab group={group} blocked={changes > 0} />}
        </Tabs>
      </div>
      <DetailSaveBar
        changes={changes}
        saving={false}
        blocked={blocked}
        label={words.review}
        onSave={() => setSaving(true)}
        onDiscard={discard}
      />
      {saving && <SaveDialog group={group} draft={draft} onClose={() => setSaving(false)} onSaved={finish} />}
      {deleting && <DeleteGroupsDialog />}
      <UnsavedGuard unsaved={changes > 0} />
    </div>
  );
}
