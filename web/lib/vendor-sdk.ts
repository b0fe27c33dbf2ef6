import { getWecomConfig, getWecomSignature } from '@lectern/contract/features/wecom.ts';
import { call } from './api-client.ts';
import { inChunkTime } from './chunk-time.ts';

/** Registers the page with the vendor's client that displays it; the SDK then requests signatures as needed. */
export async function registerWithVendor(): Promise<void> {
  const config = await call(getWecomConfig, {}, { quiet: true });
  if (!config) return;
  const { register } = await inChunkTime(() => import('@wecom/jssdk'));
  register({
    corpId: config.corpId,
    agentId: config.agentId,
    jsApiList: ['shareAppMessage'],
    getConfigSignature: (url) => signatureOf('config', url),
    getAgentConfigSignature: (url) => signatureOf('agent', url),
  });
}

async function signatureOf(kind: 'config' | 'agent', url: string) {
  const { timestamp, nonceStr, signature } = await call(getWecomSignature, { query: { kind, url } }, { quiet: true });
  return { timestamp, nonceStr, signature };
}
