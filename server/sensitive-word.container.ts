import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sensitiveWordDetailEndpoints } from '@lectern/contract/features/sensitive-word-detail.ts';
import { sensitiveWordImportEndpoints } from '@lectern/contract/features/sensitive-word-import.ts';
import type { Logger } from 'pino';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { registerImport } from './features/import/import.routes.ts';
import type { ImportService } from './features/import/import.service.ts';
import { importAction } from './features/import/run-import.action.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import { findReadable, listReadable } from './features/resource/resource.repository.ts';
import type { CandidateService } from './features/scan/candidate.service.ts';
import type { Dictionary } from './features/scan/dictionary.ts';
import type { RescanService } from './features/scan/rescan.service.ts';
import { listTexts } from './features/scan/texts.repository.ts';
import { wordActions } from './features/sensitive-word/actions/word-actions.ts';
import { wordImportSource } from './features/sensitive-word/import/word-import.source.ts';
import { registerWordList } from './features/sensitive-word/list/word-list.routes.ts';
import { matcherJudge } from './features/sensitive-word/matcher-judge.ts';
import { registerPacks } from './features/sensitive-word/pack.routes.ts';
import { PackService } from './features/sensitive-word/pack.service.ts';
import { rollUpWords } from './features/sensitive-word/roll-up-words.ts';
import { registerSensitiveWords } from './features/sensitive-word/sensitive-word.routes.ts';
import { SensitiveWordService } from './features/sensitive-word/sensitive-word.service.ts';
import { sensitiveWordDetailSource } from './features/sensitive-word/sensitive-word-detail.source.ts';
import { ImpactService } from './features/sensitive-word/trial/impact.service.ts';
import { TestWordsService } from './features/sensitive-word/trial/test-words.service.ts';
import { registerTrials } from './features/sensitive-word/trial/trial.routes.ts';
import type { TrialPorts } from './features/sensitive-word/trial/trial-ports.ts';
import { WordChangeService } from './features/sensitive-word/word-change.service.ts';
import { AppError } from './platform/app-error.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ImportSource } from './platform/import/import-source.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { WordMatcherHost } from './platform/word-matcher/word-matcher-host.ts';

type Given = {
  db: Db;
  logger: Logger;
  rescans: Pick<RescanService, 'wake'>;
  dictionary: Pick<Dictionary, 'open'>;
  candidates: Pick<CandidateService, 'textsOf'>;
};
type Surroundings = { reader: ListReader; exporter: ListExporter; imports: ImportService };

/** Part of the container: the library of sensitive words. */
export function buildSensitiveWords({ db, logger, rescans, dictionary, candidates }: Given) {
  // Workers look by themselves after a while, so nothing is lost when this fails.
  const changed = () => void rescans.wake().catch((err: unknown) => logger.warn({ err }, 'no rescan was woken'));
  const changes = new WordChangeService(matcherJudge);
  const words = new SensitiveWordService({ db, changes, changed });
  const packs = new PackService(db, changed);
  const importSource = wordImportSource(changes, matcherJudge) as ImportSource;
  const maintenance: MaintenanceStep[] = [
    { what: 'differences of how often words were found', run: (run) => rollUpWords(run) },
  ];
  const ports: TrialPorts = {
    createMatcher: () => new WordMatcherHost({ memoryMb: 256 }),
    findAll: async (texts) => (await dictionary.open()).find(texts),
    candidates: (wanted, most) => candidates.textsOf(wanted, most),
    // What is in a text of a resource is for those who look after it, not for everybody who may read it.
    async textsOf(principal, id) {
      const { kind, in_scope: inScope, owner_id: ownerId } = await findReadable(db, principal, id);
      if (!inScope && ownerId !== principal.userId) throw new AppError('notFound');
      return { kind: kind as ResourceKind, texts: await listTexts(db, id) };
    },
    async listReadable(executor, principal, ids) {
      const rows = await listReadable(executor, principal, ids);
      return new Set(rows.filter((row) => row.in_scope).map((row) => row.id));
    },
  };
  const trial = { db, judge: matcherJudge, ports };
  return {
    words,
    maintenance,
    actions: [importAction(importSource), ...wordActions(changes)],
    register(registry: EndpointRegistry, { reader, exporter, imports }: Surroundings): void {
      registerWordList(registry, reader, exporter);
      registerSensitiveWords(registry, words);
      registerPacks(registry, packs);
      registerTrials(registry, new TestWordsService(trial), new ImpactService(trial));
      registerImport(registry, sensitiveWordImportEndpoints, importSource, imports);
      const detail = sensitiveWordDetailSource(words);
      registerEditLock(registry, sensitiveWordDetailEndpoints, detail, new EditLockService(db));
      registerActivity(registry, sensitiveWordDetailEndpoints, detail, new ActivityService(db));
    },
  };
}
