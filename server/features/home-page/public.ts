export type { HomeDraftService } from './home-draft.service.ts';
export type { HomePageReader } from './home-page-reader.ts';
export { homeUses, listColumnHomeUses, publishableHomePage } from './home-references.ts';
