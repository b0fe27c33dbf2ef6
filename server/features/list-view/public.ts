export { ownedListViews } from './owned-list-views.ts';
export { renameInView } from './rename-in-view.ts';
