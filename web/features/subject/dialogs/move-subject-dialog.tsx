import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { subtreeIds } from '../../../components/tree/tree.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeSubjectDialog } from '../subject-dialog.ts';
import type { SubjectNode } from '../subject-node.ts';
import { useSubjectDeeds } from '../use-subject-deeds.ts';
import { SubjectTargetField, type Target } from './subject-target-field.tsx';

/** Another place for a subject, for whoever does not drag. */
export function MoveSubjectDialog({ subject, nodes }: { subject: SubjectNode; nodes: readonly SubjectNode[] }) {
  const words = useTexts().subject.dialog;
  const deeds = useSubjectDeeds();
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(nodes, subject.id);
  const confirm = () => {
    setTried(true);
    if (!target) return;
    closeSubjectDialog();
    void deeds.place(subject.id, { parentId: target.id, beforeId: null });
  };
  return (
    <FormDialog
      title={fillText(words.moveTitle, { name: subject.name })}
      confirmLabel={words.move}
      onConfirm={confirm}
      onClose={closeSubjectDialog}
    >
      <p>{words.moveText}</p>
      <SubjectTargetField
        label={words.moveInto}
        nodes={nodes}
        fits={({ id }) => !own.has(id)}
        withTop
        error={tried && !target ? words.needTarget : undefined}
        onChange={setTarget}
      />
    </FormDialog>
  );
}
