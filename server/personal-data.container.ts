import type { SessionService } from './features/auth/session.service.ts';
import { registerPersonalData } from './features/personal-data/personal-data.routes.ts';
import { PersonalDataService } from './features/personal-data/personal-data.service.ts';
import { streamPersonalData } from './features/personal-data/stream-personal-data.ts';
import type { UserChangeService } from './features/user/user-change.service.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';

type Given = { db: Db; changes: UserChangeService; sessions: SessionService };

/** What is kept about one person: telling and erasing it. */
export function buildPersonalData({ db, changes, sessions }: Given) {
  const personalData = new PersonalDataService({ db, changes, sessions });
  return {
    register: (registry: EndpointRegistry) =>
      registerPersonalData(registry, personalData, (userId) => streamPersonalData(db, userId)),
  };
}
