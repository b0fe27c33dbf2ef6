import { type PermissionGroup, permissionGroupLimits } from '@lectern/contract/features/permission-group.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { Status } from '../../../components/status.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { copyHref, deletingGroups, groupsHref } from '../group-dialog.ts';
import type { GroupDraft } from './group-draft.ts';
import '../../../components/visually-hidden.css';

type Props = {
  group: PermissionGroup | null;
  draft: GroupDraft;
  editable: boolean;
  onChange: (draft: GroupDraft) => void;
};

/** Name, description and reach of the group, with its actions. */
export function GroupHead({ group, draft, editable, onChange }: Props) {
  const { permissionGroup: words } = useTexts();
  const set = (change: Partial<GroupDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="group-head">
      <h1 className="visually-hidden">{group?.name ?? words.newTitle}</h1>
      <AppLink className="group-head-back" to={groupsHref}>
        <Icon name="chevronLeft" />
        {words.back}
      </AppLink>
      <TextField
        label={words.name}
        value={draft.name}
        maxLength={permissionGroupLimits.name}
        autoFocus={!group}
        {...(editable && { onChange: (name: string) => set({ name }) })}
      />
      <TextField
        label={words.description}
        value={draft.description}
        placeholder={words.descriptionHint}
        maxLength={permissionGroupLimits.description}
        {...(editable && { onChange: (description: string) => set({ description }) })}
      />
      {group && (
        <div className="group-head-end">
          <Reach people={group.people} />
          <GroupMenu group={group} />
        </div>
      )}
    </div>
  );
}

function Reach({ people }: { people: number }) {
  const { permissionGroup: words } = useTexts();
  const format = useFormat();
  const text = people === 0 ? words.reachesNobody : words.reaches;
  return <Status tone={people > 0 ? 'ok' : 'idle'}>{fillText(text, { count: format.number(people) })}</Status>;
}

function GroupMenu({ group }: { group: PermissionGroup }) {
  const { permissionGroup: words } = useTexts();
  const askDelete = () => {
    const { id, name, description, people, deleted, updatedBy, updatedAt, version } = group;
    const flags = Object.values(group.rules);
    const count = (kind: string) => group.members.filter((member) => member.kind === kind).length;
    const row = {
      ...{ id, name, description, people, defaultFor: [], deleted, updatedBy, updatedAt, version },
      allows: flags.filter((flag) => flag === 0).length,
      forbids: flags.filter((flag) => flag === 1).length,
      members: { user: count('user'), position: count('position'), department: count('department') },
    };
    deletingGroups.set({ selection: { ids: [id] }, count: 1, row, done: () => navigate(groupsHref) });
  };
  return (
    <Menu label={words.more} align="end" trigger={(props) => <IconButton {...props} icon="more" label={words.more} />}>
      <MenuItem icon="copy" onSelect={() => navigate(copyHref(group.id))}>
        {words.actions.copy}
      </MenuItem>
      {!group.deleted && (
        <>
          <MenuSeparator />
          <MenuItem icon="trash" look="danger" onSelect={askDelete}>
            {words.actions.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
