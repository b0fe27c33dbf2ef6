export { ownedListViews } from './owned-list-views.ts';
