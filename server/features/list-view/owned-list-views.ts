import type { OwnedThings } from '../../platform/ownership/owned-things.ts';
import { countSharedViews, updateViewOwner } from './list-view-owner.repository.ts';

/** Views that others work with. Private ones concern nobody else. */
export const ownedListViews: OwnedThings = { kind: 'listView', count: countSharedViews, move: updateViewOwner };
