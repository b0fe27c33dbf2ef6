import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@lectern/contract/features/two-factor.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { TwoFactorService } from './two-factor.service.ts';

export function registerTwoFactor(registry: EndpointRegistry, twoFactor: TwoFactorService): void {
  registry.handle(getTwoFactor, (_input, { principal }) => twoFactor.state(principal.userId));
  registry.handle(setUpTwoFactor, ({ body }, context) => twoFactor.setUp(context, body.password));
  registry.handle(confirmTwoFactor, async ({ body }, context) => ({
    recoveryCodes: await twoFactor.confirm(context, body),
  }));
  registry.handle(renewRecoveryCodes, async ({ body }, context) => ({
    recoveryCodes: await twoFactor.renewRecoveryCodes(context, body.password),
  }));
  registry.handle(disableTwoFactor, async ({ body }, context) => {
    await twoFactor.disable(context, body.password);
    return null;
  });
}
