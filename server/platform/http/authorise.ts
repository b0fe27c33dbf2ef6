import { mayOpenPath } from '@lectern/contract/access.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import type { ApiKeyScope } from '@lectern/contract/portal/portal-access.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { AppError } from '../app-error.ts';
import { pageNames } from '../error-values.ts';
import type { KeyHolder } from './key-holder.ts';
import type { Principal } from './principal.ts';

/** Without a method, the call counts as a change. */
type Judged = Pick<Endpoint, 'access'> & Partial<Pick<Endpoint, 'method'>>;

/**
 * The only place that decides who may call what; anything the declaration doesn't allow is refused. API keys work only
 * on portal calls, and sessions only on all others.
 */
export function authorise(endpoint: Judged, principal: Principal | null, key: KeyHolder | null = null): void {
  const { access } = endpoint;
  if (access.kind === 'open' || access.kind === 'signedAddress') return;
  if (access.kind === 'apiKey') {
    authoriseKey(access.scope, key);
    return;
  }
  if (!principal) throw new AppError('noToken');
  const changes = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
  if (principal.viewedBy && changes && !(access.kind === 'signedIn' && access.whileViewing)) {
    throw new AppError('viewAsReadOnly');
  }
  const staysOpen = access.kind === 'signedIn' && access.whilePasswordMustChange;
  if (principal.mustChangePassword && !staysOpen) throw new AppError('mustChangePassword');
  if (access.kind === 'page' && !access.pages.some((path) => mayOpenPath(principal, path))) {
    const page = access.pages[0];
    throw new AppError('pageForbidden', { params: { page: pageNames([page]) }, details: { page } });
  }
  if (access.ability && !hasAbility(principal.roleId, access.ability)) throw new AppError('abilityMissing');
}

function authoriseKey(scope: ApiKeyScope, key: KeyHolder | null): void {
  if (!key) throw new AppError('noApiKey');
  if (!key.scopes.includes(scope)) throw new AppError('apiKeyScope', { params: { scope } });
}
