import { statusText } from '@lectern/contract/catalogue.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';

export function successEnvelope(endpoint: Pick<Endpoint, 'successStatus' | 'answer'>, payload: unknown) {
  const head = { status: endpoint.successStatus, message: statusText(endpoint.successStatus, 'en') };
  return endpoint.answer === 'result' ? { ...head, result: payload } : { ...head, data: payload };
}
