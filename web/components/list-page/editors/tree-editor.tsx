import type { TreeName } from '@lectern/contract/list/filter.ts';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Button } from '../../button.tsx';
import { ErrorPanel } from '../../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../skeleton.tsx';
import { TextField } from '../../text-field.tsx';
import { searchNodes } from '../tree-nodes.ts';
import { useTrees } from '../use-tree.ts';
import { CheckList, toggled } from './check-list.tsx';

type Props = {
  label: string;
  of: TreeName;
  value: string[] | undefined;
  onApply: (value: string[] | undefined) => void;
};

/** Parts of a tree; a part stands for all below it. */
export function TreeEditor({ label, of, value, onApply }: Props) {
  const { list } = useTexts();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(value));
  const [tree] = useTrees([{ of, text: wanted, ids: value ?? [] }]);
  if (!tree || (tree.pending && !tree.error))
    return (
      <SkeletonRegion className="floating-form">
        <Skeleton height={32} />
        <Skeleton width="70%" />
        <Skeleton width="55%" />
      </SkeletonRegion>
    );
  if (tree.error) return <ErrorPanel error={tree.error} onRetry={tree.refetch} />;
  const found = searchNodes(tree.nodes, text);
  return (
    <EditorForm onSubmit={() => onApply(chosen.size > 0 ? [...chosen] : undefined)}>
      <TextField
        label={label}
        placeholder={of === 'department' || of === 'college' ? list.findUnit : list.findName}
        value={text}
        onChange={setText}
        type="search"
        data-first-focus
      />
      {found.length === 0 && <span className="grid-quiet">{list.noUnit}</span>}
      <CheckList
        label={label}
        entries={found.map(({ id, name, code, depth, heading }) => ({
          id,
          label: name,
          note: code,
          depth,
          ...(heading && { heading }),
        }))}
        chosen={chosen}
        onToggle={(id) => setChosen(toggled(chosen, id))}
      />
    </EditorForm>
  );
}

/** A filter's form: Enter or the button applies it. */
export function EditorForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const { list } = useTexts();
  return (
    <form
      className="floating-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className="floating-form-foot">
        <Button look="primary" size="small" submits>
          {list.apply}
        </Button>
      </div>
    </form>
  );
}
