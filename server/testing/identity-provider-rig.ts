import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

type Person = { email?: string; email_verified?: boolean; name?: string; preferred_username?: string };

const scopes = 'openid email profile';

/** A real local OpenID Connect provider, where setting `present` logs a person in. */
export class IdentityProviderRig {
  readonly issuer: string;
  readonly provider: Provider;
  readonly close: () => Promise<void>;
  /** People by their `sub` claim. */
  readonly people = new Map<string, Person>();
  /** The subject of the person at the provider's login screen; undefined: the login is refused. */
  present: string | undefined;
  /** Responses that replace the provider's own, by path. */
  readonly instead = new Map<string, (respond: (status: number, body: string) => void) => void>();
  /** Requested paths. */
  readonly calls: string[] = [];

  private constructor(issuer: string, redirectUri: string, close: () => Promise<void>) {
    this.issuer = issuer;
    this.close = close;
    this.provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'lectern',
          client_secret: 'client-secret-of-lectern',
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.people.get(id) }),
      }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['only for tests'] },
      jwks: { keys: [{ ...signingKey(), use: 'sig' }] },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      loadExistingGrant: async ({ oidc }) => {
        const { client, session, provider } = oidc;
        if (!client || !session?.accountId) return undefined;
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope(scopes);
        await grant.save();
        return grant;
      },
    });
  }

  static async start(redirectUri: string): Promise<IdentityProviderRig> {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', rig.issuer);
      rig.calls.push(pathname);
      const instead = rig.instead.get(pathname);
      if (instead) {
        instead((status, body) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body));
        return;
      }
      if (!pathname.startsWith('/interaction/')) {
        void rig.provider.callback()(request, response);
        return;
      }
      const result = rig.present
        ? { login: { accountId: rig.present } }
        : { error: 'access_denied', error_description: 'The person at the screen refused' };
      void rig.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const rig = new IdentityProviderRig(issuer, redirectUri, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return rig;
  }

  /** Follows the redirects through the provider's screens and returns the parameters of the final redirect. */
  async visit(url: string, redirectUri: string): Promise<URLSearchParams> {
    const cookies = new Map<string, string>();
    let next = url;
    for (let step = 0; step < 10; step += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { ...(cookie && { cookie }) } });
      await response.arrayBuffer();
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`the provider answered ${response.status} instead of sending the browser on`);
      const to = new URL(location, this.issuer);
      if (to.href.startsWith(redirectUri)) return to.searchParams;
      next = to.href;
    }
    throw new Error('the provider sends the browser round in circles');
  }
}

function signingKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
}
