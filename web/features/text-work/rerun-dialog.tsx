import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { StepOptions } from '../../components/work/options-dialog.tsx';
import { OptionsDialog } from '../../components/work/options-dialog.tsx';
import type { TextSource } from '../../components/work/text-href.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';

const stepOf = { ocr: 'ocr', speech: 'asr' } as const;

type Props = { resource: ResourceDetailView; source: TextSource; start: StepOptions; onClose: () => void };

/** Runs OCR or transcription again, in another language or rotation. Edited text stays current. */
export function RerunDialog({ resource, source, start, onClose }: Props) {
  const { textWork } = useTexts();
  const run = useMutationOf(runStep, { invalidates: [listResourceWork], idempotent: true });
  return (
    <OptionsDialog
      kind={stepOf[source]}
      resource={resource.kind}
      start={start}
      busy={run.isPending}
      onClose={onClose}
      onRun={(options) =>
        run.mutate(
          { params: { id: resource.id, kind: stepOf[source] }, body: { options } },
          {
            onSuccess: () => {
              notify({ level: 'info', title: textWork.rerunning });
              onClose();
            },
          },
        )
      }
    />
  );
}
