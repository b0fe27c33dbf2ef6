import { getSetup, hideSetup } from '@lectern/contract/features/setup.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { updateSetupHidden } from '../user/public.ts';
import { findSetup } from './setup.repository.ts';

/** The checklist that leads administrators through a new installation. Nothing is stored: steps tick from what exists. */
export function setupModule({ config, db }: Platform) {
  return {
    register(registry: EndpointRegistry): void {
      registry.handle(getSetup, async () => ({
        done: { ...(await findSetup(db)), mail: config.mail !== undefined },
      }));
      // An own preference, so no activity is recorded.
      registry.handle(hideSetup, async ({ body }, { principal }) => {
        await updateSetupHidden(db, principal.userId, body.hidden);
        return null;
      });
    },
  };
}
