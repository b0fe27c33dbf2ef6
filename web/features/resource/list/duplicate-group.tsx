import { listResources } from '@lectern/contract/features/resource.ts';
import { keepDuplicates, mergeDuplicates } from '@lectern/contract/features/resource-action.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { DuplicateCard } from './duplicate-card.tsx';
import type { Twin, TwinGroup } from './twins.ts';

/** One group of twins: which to keep, or that all are meant. */
export function DuplicateGroup({ group, onSettled }: { group: TwinGroup; onSettled: () => void }) {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.duplicates;
  const { bytes, number } = useFormat();
  const isEditor = hasAbility(useCurrentUser().roleId, 'editor');
  const [keeping, setKeeping] = useState<Twin | null>(null);
  const keepAll = useMutationOf(keepDuplicates, {});
  const merge = useMutationOf(mergeDuplicates, { invalidates: [listResources] });
  const { sha256, sizeBytes, resources, keptBy } = group;
  const others = resources.filter(({ id }) => id !== keeping?.id);
  const tell = (title: string) => {
    setKeeping(null);
    notify({ level: 'success', title });
    onSettled();
  };
  const mergeInto = (twin: Twin) =>
    merge.mutate(
      { body: { sha256, keepId: twin.id, mergeIds: others.map(({ id }) => id) } },
      { onSuccess: () => tell(fillText(words.merged, { title: twin.title })) },
    );
  return (
    <section className="duplicate-group" aria-label={resources[0]?.title}>
      <div className="duplicate-group-head">
        <strong>{fillText(words.group, { count: number(resources.length), size: bytes(sizeBytes) })}</strong>
        <span>
          {keptBy
            ? fillText(words.keptBy, { name: keptBy })
            : fillText(words.waste, { size: bytes(sizeBytes * (resources.length - 1)) })}
        </span>
        {isEditor && !keptBy && (
          <Button
            size="small"
            busy={keepAll.isPending}
            onClick={() => keepAll.mutate({ body: { sha256 } }, { onSuccess: () => tell(words.kept) })}
          >
            {words.keepAll}
          </Button>
        )}
      </div>
      <div className="duplicate-group-twins">
        {resources.map((twin) => (
          <DuplicateCard key={twin.id} twin={twin} onKeep={isEditor ? () => setKeeping(twin) : undefined} />
        ))}
      </div>
      <ConfirmDialog
        open={keeping !== null}
        title={fillText(words.mergeTitle, { count: number(others.length), title: keeping?.title ?? '' })}
        confirmLabel={words.merge}
        busy={merge.isPending}
        onConfirm={() => keeping && mergeInto(keeping)}
        onClose={() => setKeeping(null)}
      >
        {words.mergeText}
      </ConfirmDialog>
    </section>
  );
}
