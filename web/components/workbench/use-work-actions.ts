import { useEffect } from 'react';
import { type Action, registerActions } from '../../lib/actions.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import { goTo, goToDoubtful } from './line-keys.ts';
import type { Workbench } from './workbench-context.ts';

type Name = keyof Texts['workbench']['keys'];

/** Registers the workbench's actions for the command palette and the shortcut list. */
export function useWorkActions(bench: Workbench): void {
  useEffect(() => {
    const { work, commands, readOnly } = bench;
    const action = (name: Name, keys: string, run: () => void): Action => ({
      id: `workbench.${name}`,
      label: ({ workbench }) => workbench.keys[name],
      group: 'rows',
      keys,
      run,
    });
    const begin = () => {
      const first = work.state.get().lines[0];
      goTo(bench, work.here() ?? (first && { key: first.key, from: 0, to: 0 }));
    };
    return registerActions([
      action('begin', 'e', begin),
      action('nextDoubtful', 'n', () => goToDoubtful(bench, 1)),
      action('find', '$mod+f', commands.find),
      action('help', '$mod+/', commands.help),
      ...(readOnly
        ? []
        : [action('save', '$mod+s', commands.save), action('check', '$mod+Enter', commands.checkAndGoOn)]),
    ]);
  }, [bench]);
}
