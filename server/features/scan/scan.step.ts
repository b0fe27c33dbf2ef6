import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import { productVersion } from '../../platform/product-version.ts';
import type { Step } from '../machine-work/public.ts';
import type { ScanService } from './scan.service.ts';

/**
 * Runs once all readable content was read, beside `summarise`. Needs no result of another step, because titles, tags and
 * file names are scanned too.
 */
export function scanStep(scans: Pick<ScanService, 'prepare' | 'save'>): Step {
  return {
    kind: 'scan',
    after: ['inspect', 'convert', 'ocr', 'asr'],
    needs: [],
    concurrency: 1,
    limitSeconds: 3600,
    concerns: () => true,
    options: stepOptions.scan,
    load: async () => async (given, tools) => {
      const engine = `Lectern ${productVersion}`;
      await given.use(engine);
      const prepared = await scans.prepare(given.version.resourceId, tools.signal);
      tools.log(`${prepared.found?.matches.length ?? 'No more'} sensitive word matches.`);
      return {
        engine,
        save: async (transaction) => {
          await scans.save(transaction, prepared);
          return undefined;
        },
      };
    },
  };
}
