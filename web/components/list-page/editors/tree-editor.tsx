import { listUnits } from '@lectern/contract/features/organisation.ts';
import type { TreeName } from '@lectern/contract/list/filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { ErrorPanel } from '../../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../skeleton.tsx';
import { TextField } from '../../text-field.tsx';
import { searchNodes, treeNodes } from '../tree-nodes.ts';
import { CheckList, toggled } from './check-list.tsx';
import { EditorForm } from './editor-form.tsx';

type Props = {
  label: string;
  of: TreeName;
  value: string[] | undefined;
  onApply: (value: string[] | undefined) => void;
};

/** Parts of a tree; a part stands for all below it. */
export function TreeEditor({ label, of, value, onApply }: Props) {
  const { list } = useTexts();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(value));
  if (units.isPending)
    return (
      <SkeletonRegion className="floating-form">
        <Skeleton height={32} />
        <Skeleton width="70%" />
        <Skeleton width="55%" />
      </SkeletonRegion>
    );
  if (!units.data) return <ErrorPanel error={units.error} onRetry={() => void units.refetch()} />;
  const found = searchNodes(treeNodes(units.data, of), text);
  return (
    <EditorForm onSubmit={() => onApply(chosen.size > 0 ? [...chosen] : undefined)}>
      <TextField
        label={label}
        placeholder={list.findUnit}
        value={text}
        onChange={setText}
        type="search"
        data-first-focus
      />
      {found.length === 0 && <span className="grid-quiet">{list.noUnit}</span>}
      <CheckList
        label={label}
        entries={found.map(({ id, name, code, depth }) => ({ id, label: name, note: code, depth }))}
        chosen={chosen}
        onToggle={(id) => setChosen(toggled(chosen, id))}
      />
    </EditorForm>
  );
}
