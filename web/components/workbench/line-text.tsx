import { useMemo } from 'react';
import { useStore } from '../../lib/use-store.ts';
import { piecesOf } from './line-pieces.ts';
import type { WorkLine } from './model/work-line.ts';
import { type Said, useWorkbench } from './workbench-context.ts';

/** The words of a line, each as sure as the machine is of it. */
export function LineText({ line, said }: { line: WorkLine; said: Said | null }) {
  const finding = useStore(useWorkbench().finding);
  const pieces = useMemo(() => piecesOf(line, finding, said), [line, finding, said]);
  return pieces.map(({ from, text, tone, found, said: now }) => {
    const classes = [tone && `wb-${tone}`, found && 'wb-found', now && 'wb-said'].filter(Boolean).join(' ');
    return classes === '' ? (
      text
    ) : (
      <span key={from} className={classes}>
        {text}
      </span>
    );
  });
}
