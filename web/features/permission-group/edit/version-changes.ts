import type { GroupMember, PermissionGroupVersion } from '@lectern/contract/features/permission-group.ts';
import { pageNameOf } from '../../../components/permission/page-name.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';

type Version = Pick<PermissionGroupVersion, 'name' | 'description' | 'rules' | 'members'>;
const nothing: Version = { name: '', description: '', rules: {}, members: [] };

/** What a version changed of the one before, one sentence each. */
export function changesOf(version: Version, before: Version | undefined, texts: Texts): string[] {
  const { history } = texts.permissionGroup;
  const past = before ?? nothing;
  const page = (path: string) => ({ page: pageNameOf(path, texts) });
  const paths = new Set([...Object.keys(past.rules), ...Object.keys(version.rules)]);
  const rules = [...paths]
    .filter((path) => past.rules[path] !== version.rules[path])
    .map((path) => {
      const flag = version.rules[path];
      const said = flag === undefined ? history.rule.unset : flag === 0 ? history.rule.allow : history.rule.forbid;
      return fillText(said, page(path));
    });
  const named = ({ name }: { name: string | null }) => ({ name: name ?? history.gone });
  const members = [
    ...added(past.members, version.members).map((member) => fillText(history.member.in, named(member))),
    ...added(version.members, past.members).map((member) => fillText(history.member.out, named(member))),
  ];
  return [
    ...(before && past.name !== version.name ? [fillText(history.renamed, { name: version.name })] : []),
    ...(before && past.description !== version.description ? [history.described] : []),
    ...rules,
    ...members,
  ];
}

function added<Member extends GroupMember>(before: readonly GroupMember[], after: readonly Member[]): Member[] {
  return after.filter((one) => !before.some((other) => other.kind === one.kind && other.id === one.id));
}
