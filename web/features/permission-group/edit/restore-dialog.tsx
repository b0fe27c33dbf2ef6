import {
  type PermissionGroup,
  previewPermissionGroup,
  restorePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { EffectDialog } from '../effect-dialog.tsx';
import { useEffectPreview } from '../use-effect-preview.ts';
import { groupCalls } from './save-dialog.tsx';

type Props = { group: PermissionGroup; toVersion: number; onClose: () => void };

/** What putting a version back would do. */
export function RestoreDialog({ group, toVersion, onClose }: Props) {
  const { permissionGroup } = useTexts();
  const body = { kind: 'restore', groupId: group.id, toVersion } as const;
  const preview = useEffectPreview([body, group.version], () =>
    call(previewPermissionGroup, { body }, { quiet: true }),
  );
  const restore = useMutationOf(restorePermissionGroup, { invalidates: groupCalls, quiet: true, idempotent: true });
  const send = () => {
    const consent = { ...(preview.effect && { digest: preview.effect.digest }), acceptClosed: preview.accepted };
    restore.mutate(
      { params: { id: group.id }, body: { toVersion, version: group.version, ...consent } },
      {
        onSuccess: ({ name }) => {
          notify({
            level: 'success',
            title: fillText(permissionGroup.restoredToast, { name, version: toVersion }),
            text: permissionGroup.savedText,
          });
          onClose();
        },
        onError: () => preview.refetch(),
      },
    );
  };
  return (
    <EffectDialog
      title={fillText(permissionGroup.effect.restoreTitle, { version: toVersion })}
      preview={preview}
      confirmLabel={permissionGroup.history.restore}
      busy={restore.isPending}
      failure={restore.error}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
