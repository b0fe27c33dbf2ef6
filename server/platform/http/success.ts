import { statusText } from '@lectern/contract/catalogue.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';

type Answered = Pick<Endpoint, 'id' | 'method' | 'successStatus' | 'answer'>;

/** The catalogue's text of 204 is about deletions; a log-out or a new password answers 204, too, and deletes nothing. */
export function successEnvelope(endpoint: Answered, payload: unknown) {
  const { id, method, successStatus } = endpoint;
  const deletes = method === 'DELETE' || id.endsWith('.delete');
  const message = successStatus === 204 && !deletes ? 'done' : statusText(successStatus, 'en');
  const head = { status: successStatus, message };
  return endpoint.answer === 'result' ? { ...head, result: payload } : { ...head, data: payload };
}
