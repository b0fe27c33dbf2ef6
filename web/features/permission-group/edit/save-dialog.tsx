import {
  createPermissionGroup,
  getPermissionGroup,
  listPermissionGroups,
  listPermissionGroupVersions,
  type PermissionGroup,
  previewPermissionGroup,
  savePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import { getEffectivePermissions } from '@lectern/contract/features/user.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { EffectDialog } from '../effect-dialog.tsx';
import { useEffectPreview } from '../use-effect-preview.ts';
import { contentOf, type GroupDraft } from './group-draft.ts';

/** Calls whose answers a saved group makes stale. */
export const groupCalls = [
  listPermissionGroups,
  getPermissionGroup,
  listPermissionGroupVersions,
  getEffectivePermissions,
];

type Props = {
  group: PermissionGroup | null;
  draft: GroupDraft;
  onClose: () => void;
  onSaved: (id: string) => void;
};

/** The effect of what was edited; it is saved from here, and only if it still has this effect. */
export function SaveDialog({ group, draft, onClose, onSaved }: Props) {
  const { permissionGroup } = useTexts();
  const { effect: words } = permissionGroup;
  const content = contentOf(draft);
  const change = group
    ? ({ kind: 'save', groupId: group.id, content } as const)
    : ({ kind: 'create', content } as const);
  const preview = useEffectPreview([change], () => call(previewPermissionGroup, { body: change }, { quiet: true }));
  const settings = { invalidates: groupCalls, quiet: true, idempotent: true };
  const save = useMutationOf(savePermissionGroup, settings);
  const create = useMutationOf(createPermissionGroup, settings);
  const finish = {
    onSuccess: ({ id, name }: PermissionGroup) => {
      notify({
        level: 'success',
        title: fillText(permissionGroup.saved, { name }),
        text: permissionGroup.savedText,
      });
      onSaved(id);
    },
    onError: () => preview.refetch(),
  };
  const send = () => {
    const consent = { ...(preview.effect && { digest: preview.effect.digest }), acceptClosed: preview.accepted };
    if (group) {
      const body = { ...content, ...consent, version: group.version };
      save.mutate({ params: { id: group.id }, body }, finish);
    } else create.mutate({ body: { ...content, ...consent } }, finish);
  };
  return (
    <EffectDialog
      title={words.title}
      preview={preview}
      confirmLabel={group ? words.save : words.create}
      busy={save.isPending || create.isPending}
      failure={save.error ?? create.error}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
