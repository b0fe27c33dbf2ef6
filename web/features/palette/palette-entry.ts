import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { findRoute, type Route, trailOf } from '@lectern/contract/routes.ts';
import type { Action } from '../../lib/actions.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';

/** One line of the palette. */
export type PaletteEntry = {
  id: string;
  label: string;
  /** Stands beside the label in a quieter tone, such as the area of a page. */
  note: string;
  icon: IconName;
  keys?: string | undefined;
  /** Further words by which it can be found. */
  keywords: string;
  action: Action;
};

const fallbackIcon: IconName = 'sparkle';

/** What this person may do, named in their language; found by the English page names as well. */
export function entriesOf(actions: readonly Action[], user: CurrentUser, texts: Texts): PaletteEntry[] {
  return actions
    .filter((action) => action.id !== 'palette.open' && !action.keysOnly && action.mayI?.(user) !== false)
    .map((action) => ({
      id: action.id,
      label: action.label(texts),
      note: noteOf(action, texts),
      icon: action.icon ?? fallbackIcon,
      keys: action.keys,
      keywords: action.keywords ?? '',
      action,
    }));
}

function noteOf(action: Action, texts: Texts): string {
  if (action.group !== 'navigate') return texts.shell.actionGroups[action.group];
  const route = findRoute(action.id.replace(/^page\./, ''));
  const area: Route | undefined = route && trailOf(route)[0];
  return area ? texts.routes[area.id] : texts.shell.actionGroups.navigate;
}
