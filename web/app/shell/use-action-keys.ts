import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { type Action, runAction, useActions } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { navigate } from '../../lib/navigation.ts';

const modifiers = /\$mod|Control|Alt|Meta/;

/** A ticked box takes no letters: keys of the page go on working there. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/** A bare key is text while somebody types; and under a dialog the page's own keys would act unseen. */
function isMeant(event: KeyboardEvent, action: Action): boolean {
  if (event.isComposing || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]')) return action.id === 'palette.open';
  return modifiers.test(action.keys ?? '') || !isTyping(event.target);
}

/** Lets the keys of all registered actions work. */
export function useActionKeys(): void {
  const actions = useActions();
  const user = useCurrentUser();
  useEffect(() => {
    const bindings = actions.flatMap((action) => {
      if (!action.keys || action.mayI?.(user) === false) return [];
      const onKeys = (event: KeyboardEvent) => {
        if (!isMeant(event, action)) return;
        event.preventDefault();
        runAction(action.id, { navigate, user });
      };
      return [[action.keys, onKeys] as const];
    });
    return tinykeys(window, Object.fromEntries(bindings));
  }, [actions, user]);
}
