import type { DepartmentRow } from '@lectern/contract/features/department.ts';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { type DepartmentPlace, lineOf, samePlace, treeRows } from '../department/department-tree.ts';
import { useDepartmentDeeds } from '../department/use-department-deeds.ts';
import { useDepartmentTree } from '../department/use-department-tree.ts';
import { EffectPanel, useEffectOf } from '../effect/effect-panel.tsx';
import { closeUnitDialog } from '../unit-dialog.ts';
import { Question } from './question.tsx';

/** Another place for a department, for whoever does not drag; what it does to people is shown first. */
export function MoveDepartmentDialog({ department }: { department: DepartmentRow }) {
  const { organisation } = useTexts();
  const { move: words, form } = organisation;
  const tree = useDepartmentTree();
  const deeds = useDepartmentDeeds();
  const [text, setText] = useState('');
  const [to, setTo] = useState<DepartmentPlace | null>(null);
  const wanted = to ? '' : text.trim().toLowerCase();
  const rows = tree.data ? treeRows(tree.data, () => true) : [];
  const options = rows
    .filter(
      ({ node }) =>
        !node.disabled &&
        !(tree.data && lineOf(tree.data, node.id).some(({ id }) => id === department.id)) &&
        `${node.name} ${node.code}`.toLowerCase().includes(wanted),
    )
    .map(({ node, depth }) => ({ id: node.id, label: node.name, note: node.code, depth: wanted ? 0 : depth }));
  const here = { collegeId: department.college.id, parentId: department.parent?.id ?? null };
  const stays = to !== null && samePlace(to, here);
  const effect = useEffectOf(
    [department.id, to?.collegeId, to?.parentId],
    to && !stays ? () => deeds.preview(department, { ...to, beforeId: null }) : null,
  );
  const confirm = () => {
    if (!to) return;
    closeUnitDialog();
    void deeds.move(department.id, { ...to, beforeId: null });
  };
  return (
    <Question
      title={fillText(words.title, { name: department.name })}
      confirmLabel={words.confirm}
      disabled={!effect.data || effect.isFetching}
      onConfirm={confirm}
    >
      {tree.error && <ErrorPanel error={tree.error} onRetry={() => void tree.refetch()} />}
      <FindField
        first
        label={words.into}
        placeholder={words.find}
        text={text}
        options={options}
        none={form.nothing}
        disabled={!tree.data}
        onText={(next) => {
          setText(next);
          setTo(null);
        }}
        onPick={({ id, label }) => {
          const row = rows.find(({ node }) => node.id === id);
          setText(label);
          setTo(row ? { collegeId: row.node.collegeId, parentId: row.node.type === 'college' ? null : id } : null);
        }}
      />
      {stays && <p>{words.sameText}</p>}
      {to && !stays && <EffectPanel effect={effect} />}
    </Question>
  );
}
