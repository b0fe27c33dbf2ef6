import { listUnits } from '@lectern/contract/features/organisation.ts';
import { type MemberKind, memberKinds } from '@lectern/contract/features/permission-group.ts';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { treeNodes } from '../../../components/list-page/use-tree.ts';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { Popover } from '../../../components/popover.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { type DraftMember, type GroupDraft, withMember, withoutMember } from './group-draft.ts';
import '../../../components/field.css';
import './members-tab.css';

type Props = { stored: GroupDraft; draft: GroupDraft; editable: boolean; onChange: (draft: GroupDraft) => void };
const headings = { user: 'people', position: 'positions', department: 'departments' } as const;

/** The group's members: people, positions, and departments including their subdepartments. */
export function MembersTab(props: Props) {
  const { members: words } = useTexts().permissionGroup;
  return (
    <div className="members-tab">
      <p>{words.text}</p>
      <div className="members-columns">
        {memberKinds.map((kind) => (
          <MembersOf key={kind} kind={kind} {...props} />
        ))}
      </div>
    </div>
  );
}

function MembersOf({ kind, stored, draft, editable, onChange }: Props & { kind: MemberKind }) {
  const { permissionGroup } = useTexts();
  const format = useFormat();
  const words = permissionGroup.members;
  const members = draft.members.filter((member) => member.kind === kind);
  const isNew = ({ id }: DraftMember) => !stored.members.some((member) => member.kind === kind && member.id === id);
  const count = (people: number) => fillText(words.count, { count: format.number(people) });
  return (
    <section aria-label={words[headings[kind]]}>
      <h2>
        {words[headings[kind]]} <em>{format.number(members.length)}</em>
      </h2>
      {editable && <AddMember kind={kind} draft={draft} onAdd={(member) => onChange(withMember(draft, member))} />}
      {members.length === 0 && <p className="members-none">{words.none[kind]}</p>}
      <ul>
        {members.map((member) => (
          <li key={member.id}>
            {kind === 'user' ? <Avatar name={member.name} size={22} /> : <Icon name={kind} />}
            <div>
              <span>{member.name}</span>
              <small>
                {[member.place, kind !== 'user' && member.people !== null && count(member.people)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {isNew(member) && <Status tone="info">{words.added}</Status>}
            {editable && (
              <IconButton
                icon="close"
                label={fillText(words.remove, { name: member.name })}
                onClick={() => onChange(withoutMember(draft, member))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type AddProps = { kind: MemberKind; draft: GroupDraft; onAdd: (member: DraftMember) => void };

function AddMember({ kind, draft, onAdd }: AddProps) {
  const { members: words } = useTexts().permissionGroup;
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  if (kind === 'user') {
    return (
      <Popover
        label={words.add.user}
        trigger={(props) => (
          <Button {...props} icon="plus">
            {words.add.user}
          </Button>
        )}
      >
        {(close) => (
          <PersonPicker
            label={words.add.user}
            onChoose={({ id, name, departmentName }) => {
              onAdd({ kind, id, name, place: departmentName, people: 1 });
              close();
            }}
          />
        )}
      </Popover>
    );
  }
  const nodes = !units
    ? []
    : kind === 'department'
      ? treeNodes(units, 'department')
      : units.positions.map((position) => ({ ...position, depth: 0 }));
  const free = nodes.filter(({ id }) => !draft.members.some((member) => member.id === id));
  const add = (id: string) => {
    const node = free.find((one) => one.id === id);
    if (node) onAdd({ kind, id, name: node.name, place: null, people: null });
  };
  const step = '\u2003';
  return (
    <select
      className="field-input"
      aria-label={words.add[kind]}
      value=""
      disabled={!units}
      onChange={(event) => add(event.target.value)}
    >
      <option value="">{words.add[kind]}</option>
      {free.map(({ id, name, depth }) => (
        <option key={id} value={id}>
          {step.repeat(depth)}
          {name}
        </option>
      ))}
    </select>
  );
}
