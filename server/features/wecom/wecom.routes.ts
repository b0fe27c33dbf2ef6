import {
  getWecomConfig,
  getWecomSignature,
  loginWithWecom,
  startWecomLogin,
} from '@lectern/contract/features/wecom.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { WecomService } from './wecom.service.ts';

export function registerWecom(registry: EndpointRegistry, wecom: WecomService): void {
  registry.handleOpen(getWecomConfig, async (_input, context) => wecom.publicConfig(context));
  registry.handleOpen(startWecomLogin, (_input, context) => wecom.startLogin(context));
  registry.handleOpen(loginWithWecom, ({ body }, context) => wecom.login(context, body));
  registry.handle(getWecomSignature, ({ query }, context) => wecom.sign(context, query));
}
