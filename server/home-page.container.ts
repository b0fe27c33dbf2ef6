import { runSandboxed } from './engines/sandbox/run-sandboxed.ts';
import { shownInColumn } from './features/column/shown-in-column.ts';
import { readable as readableCourse } from './features/course/course-scope.ts';
import { HomeCoverService } from './features/home-page/home-cover.service.ts';
import { HomeDraftService } from './features/home-page/home-draft.service.ts';
import { registerHomePage } from './features/home-page/home-page.routes.ts';
import { HomePageReader } from './features/home-page/home-page-reader.ts';
import { HomePreviewService } from './features/home-page/home-preview.service.ts';
import { HomePublicationService } from './features/home-page/home-publication.service.ts';
import { HomeShelfService } from './features/home-page/home-shelf.service.ts';
import { resourceRows } from './features/resource/list/resource-rows.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { viewedThings } from './features/statistics/figures/viewed-things.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  settings: SettingsService;
  fileStore: FileStore;
  timeZone: string;
};

/** Part of the container: the home page of the front site, from its draft to what readers get. */
export function buildHomePage({ db, publisher, settings, fileStore, timeZone }: Given) {
  const resources = resourceRows;
  const reader = new HomePageReader({
    ...{ db, timeZone },
    shownInColumn: shownInColumn({ source: resources.source, timeZone }),
    viewedThings,
  });
  const shelf = new HomeShelfService({ db, resources, readableCourse, timeZone });
  const draft = new HomeDraftService({ db, publisher, reader, mayChoose: shelf.mayChoose });
  return {
    reader,
    draft,
    register(registry: EndpointRegistry): void {
      registerHomePage(registry, {
        ...{ draft, shelf },
        publication: new HomePublicationService({ db, publisher, draft, settings }),
        preview: new HomePreviewService(db, reader),
        covers: new HomeCoverService({ db, draft, fileStore, resources, run: runSandboxed }),
      });
    },
  };
}
