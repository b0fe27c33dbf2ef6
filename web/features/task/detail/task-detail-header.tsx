import type { TaskView } from '@lectern/contract/features/task.ts';
import { Fragment } from 'react';
import { Button } from '../../../components/button.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { isOffered } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { doAction, taskActions } from '../task-actions.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { TaskStatus } from '../task-marks.tsx';
import type { TaskSheetState } from './use-task-sheet.ts';

/** Title, state, the step that is due, and everything else one can do. */
export function TaskDetailHeader({ task, state }: { task: TaskView; state: TaskSheetState }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const { form, editable } = state;
  const target: TaskTarget = { selection: { ids: [task.id] }, count: 1, row: task, done: () => undefined };
  const offered = taskActions.filter((action) => isOffered(action, target, me));
  const due = offered.find((action) => action === doAction) ?? offered.find(({ id }) => id === 'task.finish');
  const rest = offered.filter((action) => action !== due);
  const run = (action: (typeof offered)[number]) => void action.run(target, { navigate, user: me });
  const mayName = editable && task.kind === 'byHand';
  return (
    <>
      <TitleField
        label={texts.task.form.title}
        value={form.values.title}
        error={form.problems.title}
        changed={form.changed.includes('title')}
        maxLength={200}
        onChange={mayName ? (value) => form.set('title', value) : undefined}
        onEnter={() => void form.submit()}
      />
      <TaskStatus task={task} />
      {due && (
        <Button look="primary" {...(due.icon && { icon: due.icon })} onClick={() => run(due)}>
          {due.label(texts)}
        </Button>
      )}
      {rest.length > 0 && (
        <Menu
          label={fillText(texts.task.detail.moreActions, { name: task.title })}
          align="end"
          trigger={(props) => <IconButton {...props} icon="more" label={texts.detail.more} />}
        >
          {rest.map((action, at) => (
            <Fragment key={action.id}>
              {action.separated && at > 0 && <MenuSeparator />}
              <MenuItem
                look={action.look ?? 'plain'}
                {...(action.icon && { icon: action.icon })}
                onSelect={() => run(action)}
              >
                {action.label(texts)}
              </MenuItem>
            </Fragment>
          ))}
        </Menu>
      )}
    </>
  );
}
