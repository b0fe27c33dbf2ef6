import type { Person } from '@lectern/contract/features/people.ts';
import type { PermissionGroup } from '@lectern/contract/features/permission-group.ts';
import { getEffectivePermissions } from '@lectern/contract/features/user.ts';
import { starterGroups, starterRules } from '@lectern/contract/permission-presets.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { useSheetKeys } from '../../../components/detail/detail-sheet.tsx';
import { focusHome } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { ExplainDialog } from '../../../components/permission/explain-dialog.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { Popover } from '../../../components/popover.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { Switch } from '../../../components/switch.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { DeleteGroupsDialog } from '../delete-groups-dialog.tsx';
import { deletingGroups, groupHref } from '../group-dialog.ts';
import {
  AreaHead,
  type AreaRows,
  countFlags,
  matrixRows,
  type Narrowing,
  narrowRows,
  PageRows,
} from '../matrix/matrix-area.tsx';
import { countChanges, emptyDraft, type GroupDraft, withRules } from './group-draft.ts';
import { GroupHead } from './group-head.tsx';
import { HistoryTab, SaveDialog } from './history-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import '../../../components/page-body.css';
import '../../../components/detail/detail.css';
import './opened-group.css';
import '../../../components/visually-hidden.css';
import '../matrix/page-matrix.css';

type Part = 'pages' | 'members' | 'history';
type Props = { group: PermissionGroup | null; start: GroupDraft };

/** Editor of a group. Edits take effect only after their effect has been previewed and they are saved. */
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
    // Disarm the unsaved-changes guard before navigating.
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
        edit={{ form: { changed: { length: changes }, saving: false, discard }, editable: !blocked }}
        label={words.review}
        onSave={() => setSaving(true)}
      />
      {saving && <SaveDialog group={group} draft={draft} onClose={() => setSaving(false)} onSaved={finish} />}
      {deleting && <DeleteGroupsDialog />}
      <UnsavedGuard unsaved={changes > 0} />
    </div>
  );
}

type PageMatrixProps = {
  stored: GroupDraft;
  draft: GroupDraft;
  editable: boolean;
  onChange: (draft: GroupDraft) => void;
};

const allRows = matrixRows();

/** All pages of Lectern with the group's rule for each. */
function PageMatrix({ stored, draft, editable, onChange }: PageMatrixProps) {
  const texts = useTexts();
  const { matrix: words } = texts.permissionGroup;
  const [by, setBy] = useState<Narrowing>({ text: '', onlySet: false });
  const [person, setPerson] = useState<Person | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const effective = useEffective(person?.id);
  const rows = narrowRows(allRows, by, draft, texts);
  const set = (paths: readonly string[], flag: 0 | 1 | null) => onChange(withRules(draft, paths, flag));
  const cells = {
    ...{ stored, draft, editable, onSet: set },
    ...(person && { explained: { person, opens: effective, onAsk: setAsked } }),
  };
  return (
    <div className="page-matrix">
      <MatrixTools
        rows={allRows}
        draft={draft}
        editable={editable}
        by={by}
        onNarrow={setBy}
        onChange={onChange}
        person={person}
        onPerson={setPerson}
      />
      <p className="page-matrix-legend">{words.legend}</p>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={words.nothing} />
      ) : (
        <SmallTable
          grouped
          label={words.label}
          columns={[words.page, words.rule, ...(person ? [fillText(words.for, { name: person.name })] : [])]}
        >
          {rows.map((area) => (
            <tbody key={area.area.id}>
              <AreaHead rows={area} {...cells} />
              {area.pages.map((page) => (
                <PageRows key={page.route.id} page={page} {...cells} />
              ))}
            </tbody>
          ))}
        </SmallTable>
      )}
      {person && asked && <ExplainDialog userId={person.id} path={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Which pages a person can open under the saved rules, ignoring unsaved edits. */
function useEffective(userId: string | undefined): ReadonlyMap<string, boolean> | undefined {
  const query = queryOf(getEffectivePermissions, { params: { id: userId ?? '' } }, { quiet: true });
  const pages = useQuery({ ...query, queryFn: userId ? query.queryFn : skipToken }).data;
  return pages && new Map(pages.map(({ path, allowed }) => [path, allowed]));
}

type MatrixToolsProps = {
  rows: readonly AreaRows[];
  draft: GroupDraft;
  editable: boolean;
  by: Narrowing;
  onNarrow: (by: Narrowing) => void;
  onChange: (draft: GroupDraft) => void;
  person: Person | null;
  onPerson: (person: Person | null) => void;
};

/** Filters pages, applies presets, and picks a person whose access to explain. */
function MatrixTools({ rows, draft, editable, by, onNarrow, onChange, person, onPerson }: MatrixToolsProps) {
  const { permissionGroup } = useTexts();
  const { matrix: words } = permissionGroup;
  const format = useFormat();
  const counts = countFlags(rows, draft);
  const said = Object.fromEntries(Object.entries(counts).map(([flag, count]) => [flag, format.number(count)]));
  return (
    <div className="matrix-tools">
      <input
        type="search"
        className="field-input"
        aria-label={words.find}
        placeholder={words.find}
        value={by.text}
        onChange={(event) => onNarrow({ ...by, text: event.target.value })}
      />
      <Switch label={words.onlySet} checked={by.onlySet} onChange={(onlySet) => onNarrow({ ...by, onlySet })} />
      <span role="status" className="matrix-counts">
        {fillText(words.counts, said)}
      </span>
      {person ? (
        <Button icon="close" onClick={() => onPerson(null)}>
          {fillText(words.explainStop, { name: person.name })}
        </Button>
      ) : (
        <Popover
          label={words.explainFor}
          align="end"
          trigger={(props) => (
            <Button {...props} icon="person">
              {words.explain}
            </Button>
          )}
        >
          {(close) => (
            <PersonPicker
              label={words.explainFor}
              onChoose={(chosen) => {
                onPerson(chosen);
                close();
              }}
            />
          )}
        </Popover>
      )}
      {editable && (
        <Menu
          label={words.presets}
          align="end"
          trigger={(props) => (
            <Button {...props} icon="key">
              {words.presets}
            </Button>
          )}
        >
          {starterGroups.map((group) => (
            <MenuItem key={group} onSelect={() => onChange({ ...draft, rules: starterRules(group) })}>
              {permissionGroup.starters[group].name}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => onChange({ ...draft, rules: {} })}>{words.clear}</MenuItem>
        </Menu>
      )}
    </div>
  );
}
