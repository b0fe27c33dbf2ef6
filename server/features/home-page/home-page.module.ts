import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { shownInColumn } from '../column/public.ts';
import { readable as readableCourse } from '../course/public.ts';
import { resourceRows } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { viewedThings } from '../statistics/public.ts';
import { HomeCoverService } from './home-cover.service.ts';
import { HomeDraftService } from './home-draft.service.ts';
import { registerHomePage } from './home-page.routes.ts';
import { HomePageReader } from './home-page-reader.ts';
import { HomePreviewService } from './home-preview.service.ts';
import { HomePublicationService } from './home-publication.service.ts';
import { HomeShelfService } from './home-shelf.service.ts';
export function homePageModule(platform: Platform, { settings }: { settings: SettingsService }) {
  const { config, db, publisher, fileStore } = platform;
  const { timeZone } = config;
  const resources = resourceRows;
  const reader = new HomePageReader({
    db,
    timeZone,
    shownInColumn: shownInColumn({ source: resources.source, timeZone }),
    viewedThings,
  });
  const shelf = new HomeShelfService({ db, resources, readableCourse, timeZone });
  const draft = new HomeDraftService({ db, publisher, reader, mayChoose: shelf.mayChoose });
  return {
    reader,
    draft,
    register: (registry: EndpointRegistry) =>
      registerHomePage(registry, {
        draft,
        shelf,
        publication: new HomePublicationService({ db, publisher, draft, settings }),
        preview: new HomePreviewService(db, reader),
        covers: new HomeCoverService({ db, draft, fileStore, resources, run: runSandboxed }),
      }),
  };
}
