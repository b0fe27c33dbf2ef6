import { previewPermissionGroup } from '@lectern/contract/features/permission-group.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/store.ts';
import { EffectDialog, useEffectPreview } from './effect-dialog.tsx';
import { startOnGroups } from './group-actions.ts';
import { closeGroupDialog, deletingGroups, type GroupTarget } from './group-dialog.ts';

/** Shows who loses access to what before groups are deleted. */
export function DeleteGroupsDialog() {
  const target = useStore(deletingGroups);
  return target && <DeleteGroups target={target} />;
}

function DeleteGroups({ target }: { target: GroupTarget }) {
  const { effect: words } = useTexts().permissionGroup;
  const format = useFormat();
  const groupIds = 'ids' in target.selection ? target.selection.ids : [];
  const body = { kind: 'delete' as const, groupIds: [...groupIds] };
  // When a whole view is selected, only the server knows its groups, so there is no preview; each group is checked
  // when its turn comes.
  const preview = useEffectPreview(
    ['delete', ...groupIds],
    () => call(previewPermissionGroup, { body }, { quiet: true }),
    groupIds.length > 0,
  );
  const remove = useMutation<void, ApiError>({
    mutationFn: () => startOnGroups('delete', target, { acceptClosed: preview.accepted }),
    onSuccess: closeGroupDialog,
  });
  const title = target.row
    ? fillText(words.deleteTitle, { name: target.row.name })
    : fillText(words.deleteMany, { count: format.number(target.count) });
  return (
    <EffectDialog
      title={title}
      preview={preview}
      confirmLabel={words.delete}
      look="danger"
      busy={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={closeGroupDialog}
    >
      <p>{words.deleteText}</p>
    </EffectDialog>
  );
}
