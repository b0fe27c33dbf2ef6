import { sensitiveWordDetailEndpoints } from '@lectern/contract/features/sensitive-word-detail.ts';
import { sensitiveWordImportEndpoints } from '@lectern/contract/features/sensitive-word-import.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ImportSource } from '../../platform/import/import-source.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { importAction } from '../import/public.ts';
import type { CandidateService, Dictionary, RescanService } from '../scan/public.ts';
import { ImpactService } from './impact.service.ts';
import { PackService } from './pack.service.ts';
import { rollUpWords } from './sensitive-word.repository.ts';
import { registerPacks, registerSensitiveWords, registerTrials } from './sensitive-word.routes.ts';
import { SensitiveWordService, WordChangeService } from './sensitive-word.service.ts';
import { sensitiveWordDetailSource } from './sensitive-word-detail.source.ts';
import { TestWordsService } from './test-words.service.ts';
import { trialPorts } from './trial-matcher.ts';
import { wordActions } from './word-actions.ts';
import { wordImportSource } from './word-import.source.ts';
import { wordListSource } from './word-list.source.ts';
import { matcherRules } from './word-rules.ts';

type Dependencies = {
  rescans: Pick<RescanService, 'wake'>;
  dictionary: Pick<Dictionary, 'open'>;
  candidates: Pick<CandidateService, 'textsOf'>;
};

export function sensitiveWordModule(platform: Platform, { rescans, dictionary, candidates }: Dependencies) {
  const { db, logger } = platform;
  // Workers also poll for changed words, so a failed wake-up only delays the re-scan.
  const changed = () =>
    void rescans.wake().catch((err: unknown) => logger.warn({ err }, 'could not wake the re-scan loop'));
  const changes = new WordChangeService(matcherRules);
  const words = new SensitiveWordService({ db, changes, changed });
  const packs = new PackService(db, changed);
  const importSource = wordImportSource(changes, matcherRules) as ImportSource;
  const maintenance: MaintenanceStep[] = [
    { verb: { bare: 'fold', done: 'Folded' }, what: 'word match count changes', run: (run) => rollUpWords(run) },
  ];
  const trial = { db, judge: matcherRules, ports: trialPorts({ db, dictionary, candidates }) };
  return {
    words,
    maintenance,
    lists: [wordListSource],
    actions: [importAction(importSource), ...wordActions(changes)],
    imports: [{ endpoints: sensitiveWordImportEndpoints, source: importSource }],
    details: [{ endpoints: sensitiveWordDetailEndpoints, source: sensitiveWordDetailSource(words) }],
    register(registry: EndpointRegistry): void {
      registerSensitiveWords(registry, words);
      registerPacks(registry, packs);
      registerTrials(registry, new TestWordsService(trial), new ImpactService(trial));
    },
  };
}
