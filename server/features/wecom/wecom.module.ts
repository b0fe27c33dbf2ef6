import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SignInService } from '../auth/public.ts';
import { wecomMaintenance } from './wecom.repository.ts';
import { registerWecom } from './wecom.routes.ts';
import { WecomService } from './wecom.service.ts';
import { WecomVendor } from './wecom-vendor.ts';
export function wecomModule({ config, db }: Platform, { signIn }: { signIn: SignInService }) {
  const vendor = config.wecom && new WecomVendor(config.wecom);
  const wecom = new WecomService({ db, signIn, vendor });
  return {
    maintenance: wecomMaintenance,
    register: (registry: EndpointRegistry) => registerWecom(registry, wecom),
  };
}
