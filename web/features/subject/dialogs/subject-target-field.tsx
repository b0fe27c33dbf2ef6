import { useState } from 'react';
import { FindField } from '../../../components/resource/find-field.tsx';
import { treeRows } from '../../../components/tree/tree.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { SubjectNode } from '../subject-node.ts';

export type Target = { id: string | null; name: string };
type Props = {
  label: string;
  nodes: readonly SubjectNode[];
  fits: (node: SubjectNode) => boolean;
  /** Offers the top level, too. */
  withTop?: boolean;
  error?: string | undefined;
  onChange: (target: Target | null) => void;
};

const topId = 'top';

/** Another subject, found by its name or code. */
export function SubjectTargetField({ label, nodes, fits, withTop, error, onChange }: Props) {
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
