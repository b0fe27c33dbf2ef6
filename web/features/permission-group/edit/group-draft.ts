import type {
  GroupContent,
  GroupMember,
  PermissionGroup,
  ShownMember,
} from '@lectern/contract/features/permission-group.ts';
import type { AccessFlag } from '@lectern/contract/roles.ts';

export type Flag = AccessFlag | null;
/** `people` is null until the member is saved: only the server counts how many people it brings in. */
export type DraftMember = GroupMember & { name: string; place: string | null; people: number | null };
export type GroupDraft = {
  name: string;
  description: string;
  rules: Readonly<Record<string, AccessFlag>>;
  members: readonly DraftMember[];
};

export const emptyDraft: GroupDraft = { name: '', description: '', rules: {}, members: [] };

export function draftOf({ name, description, rules, members }: PermissionGroup): GroupDraft {
  return { name, description, rules, members: members.map((member: ShownMember) => ({ ...member })) };
}

/** Sets the same rule for all these pages; null removes it. */
export function withRules(draft: GroupDraft, paths: readonly string[], flag: Flag): GroupDraft {
  const rest = Object.entries(draft.rules).filter(([path]) => !paths.includes(path));
  const added = flag === null ? [] : paths.map((path) => [path, flag] as const);
  return { ...draft, rules: Object.fromEntries([...rest, ...added]) };
}

const sameMember = (one: GroupMember, other: GroupMember) => one.kind === other.kind && one.id === other.id;

export function withMember(draft: GroupDraft, member: DraftMember): GroupDraft {
  if (draft.members.some((one) => sameMember(one, member))) return draft;
  return { ...draft, members: [...draft.members, member] };
}

export function withoutMember(draft: GroupDraft, member: GroupMember): GroupDraft {
  return { ...draft, members: draft.members.filter((one) => !sameMember(one, member)) };
}

export function countChanges(stored: GroupDraft, draft: GroupDraft): number {
  const paths = new Set([...Object.keys(stored.rules), ...Object.keys(draft.rules)]);
  const rules = [...paths].filter((path) => stored.rules[path] !== draft.rules[path]).length;
  const gone = stored.members.filter((one) => !draft.members.some((other) => sameMember(one, other))).length;
  const added = draft.members.filter((one) => !stored.members.some((other) => sameMember(one, other))).length;
  const words = [stored.name.trim() !== draft.name.trim(), stored.description.trim() !== draft.description.trim()];
  return rules + gone + added + words.filter(Boolean).length;
}

export function contentOf({ name, description, rules, members }: GroupDraft): GroupContent {
  return {
    name: name.trim(),
    description: description.trim(),
    rules: { ...rules },
    members: members.map(({ kind, id }) => ({ kind, id })),
  };
}
