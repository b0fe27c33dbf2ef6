import { askForPassword, usePasswordReset } from '@lectern/contract/features/password-reset.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { PasswordResetService } from './password-reset.service.ts';

export function registerPasswordReset(registry: EndpointRegistry, resets: PasswordResetService): void {
  registry.handleOpen(askForPassword, ({ body }, context) => resets.ask(context, body.account));
  registry.handleOpen(usePasswordReset, async ({ body }, context) => {
    await resets.use(context, body);
    return null;
  });
}
