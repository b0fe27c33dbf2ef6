import { useFormat } from '../../../lib/format.ts';
import { MoveDialog } from '../move-dialog.tsx';
import type { AskingMove } from '../move-kinds.ts';
import { closeResourceDialog, type ResourceTarget } from './resource-dialog.ts';
import { useResourceStart } from './use-resource-start.ts';

/** A move of one or many by an operation, with what it must ask first. */
export function MoveManyDialog({ move, target }: { move: AskingMove; target: ResourceTarget }) {
  const format = useFormat();
  const { busy, start } = useResourceStart(move, target);
  return (
    <MoveDialog
      move={move}
      resource={target.row}
      count={format.number(target.count)}
      busy={busy}
      onConfirm={({ reason }) => void start(reason === undefined ? undefined : { reason })}
      onClose={closeResourceDialog}
    />
  );
}
