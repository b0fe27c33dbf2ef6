import { previewSubjectMerge } from '@lectern/contract/features/subject-management.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryError } from '../../../components/error-panel.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { subtreeIds, treeRows } from '../../../components/tree/tree-model.ts';
import { call } from '../../../lib/api-client.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeSubjectDialog } from '../subject-dialog.ts';
import type { SubjectNode } from '../subject-node.ts';
import { useSubjectAddress } from '../subject-node.ts';
import { useSubjectActions } from '../use-subject-actions.ts';

type Props = { subject: SubjectNode; nodes: readonly SubjectNode[]; toDelete: boolean };

/** Picks the subject to merge into, previews what moves, and merges. */
export function MergeSubjectDialog({ subject, nodes, toDelete }: Props) {
  const { subject: texts } = useTexts();
  const words = texts.dialog;
  const actions = useSubjectActions();
  const { id: openId, open } = useSubjectAddress();
  const [target, setTarget] = useState<Target | null>(null);
  const [busy, setBusy] = useState(false);
  const own = subtreeIds(nodes, subject.id);
  const intoId = target?.id ?? null;
  const effect = useMergeEffect(subject.id, intoId);
  const confirm = async () => {
    if (!intoId) return;
    setBusy(true);
    try {
      await actions.begin('merge', subject, { intoId });
      closeSubjectDialog();
      if (openId === subject.id) open(intoId, 'about');
    } catch {
      // The shared failure handler reports the error.
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={fillText(toDelete ? words.deleteFullTitle : words.mergeTitle, { name: subject.name })}
      confirmLabel={toDelete ? texts.actions.delete : words.merge}
      look="danger"
      busy={busy}
      disabled={!effect.data || effect.isFetching}
      onConfirm={() => void confirm()}
      onClose={closeSubjectDialog}
    >
      <p>{toDelete ? words.deleteFullText : words.mergeText}</p>
      <SubjectTargetField
        label={words.mergeInto}
        nodes={nodes}
        fits={({ id, disabled }) => !own.has(id) && !disabled}
        onChange={setTarget}
      />
      {intoId && <MergeEffect effect={effect} />}
    </FormDialog>
  );
}

/** Requested again whenever the target changes. */
function useMergeEffect(id: string, intoId: string | null) {
  return useQuery({
    queryKey: ['subject.effect', id, intoId],
    queryFn: () => call(previewSubjectMerge, { params: { id }, body: { intoId: intoId ?? '' } }, { quiet: true }),
    enabled: intoId !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

function MergeEffect({ effect }: { effect: ReturnType<typeof useMergeEffect> }) {
  const { dialog: words, figures } = useTexts().subject;
  const format = useFormat();
  if (effect.error) {
    return <QueryError query={effect} />;
  }
  if (!effect.data) {
    return (
      <SkeletonRegion>
        <Skeleton height={72} />
      </SkeletonRegion>
    );
  }
  const { subjects, courses, resources } = effect.data;
  return (
    <section aria-label={words.effect}>
      <strong>{words.effect}</strong>
      <FactList
        facts={[
          { label: figures.subjects, value: format.number(subjects) },
          { label: figures.courses, value: format.number(courses) },
          { label: figures.resources, value: format.number(resources) },
        ]}
      />
    </section>
  );
}

export type Target = { id: string | null; name: string };
type SubjectTargetFieldProps = {
  label: string;
  nodes: readonly SubjectNode[];
  fits: (node: SubjectNode) => boolean;
  /** Also offers the top level. */
  withTop?: boolean;
  error?: string | undefined;
  onChange: (target: Target | null) => void;
};

const topId = 'top';

/** Picks another subject by name or code. */
export function SubjectTargetField({ label, nodes, fits, withTop, error, onChange }: SubjectTargetFieldProps) {
  const { form } = useTexts().subject;
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(false);
  const wanted = picked ? '' : text.trim().toLowerCase();
  const options = treeRows(nodes, () => true)
    .filter(({ node }) => fits(node) && `${node.name} ${node.code}`.toLowerCase().includes(wanted))
    .map(({ node, depth }) => ({ id: node.id, label: node.name, depth: wanted ? 0 : depth, note: node.code }));
  const top = withTop && !wanted ? [{ id: topId, label: form.top }] : [];
  return (
    <FindField
      label={label}
      placeholder={form.find}
      error={error}
      text={text}
      options={[...top, ...options]}
      none={form.nothing}
      onText={(next) => {
        setText(next);
        setPicked(false);
        onChange(null);
      }}
      onPick={({ id, label: name }) => {
        setText(name);
        setPicked(true);
        onChange({ id: id === topId ? null : id, name });
      }}
    />
  );
}
