import { useStore } from '../../../lib/use-store.ts';
import { taskDialog } from '../task-dialog.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { CreateTaskDialog } from './create-task-dialog.tsx';
import { PriorityDialog } from './priority-dialog.tsx';
import { TimeDialog } from './time-dialog.tsx';

/** Whatever an action on to-dos needs to ask. */
export function TaskDialogs() {
  const open = useStore(taskDialog);
  if (!open) return null;
  if (open.kind === 'create') return <CreateTaskDialog />;
  const { action, target } = open;
  if (action === 'assign') return <AssignDialog target={target} />;
  if (action === 'setPriority') return <PriorityDialog target={target} />;
  if (action === 'setDue' || action === 'snooze') return <TimeDialog action={action} target={target} />;
  return <CloseDialog action={action} target={target} />;
}
