export type { HomeDraftService } from './home-draft.service.ts';
export type { HomePageReader } from './home-page-reader.ts';
export { publishableHomePage } from './home-publishable.ts';
export { homeUses, listColumnHomeUses } from './home-uses.ts';
