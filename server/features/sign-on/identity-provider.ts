import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  ResponseBodyError,
} from 'openid-client';
import type { SignOnConfig } from '../../platform/config/sign-on-settings.ts';
import { type Claims, type ProvedIdentity, provedIdentity } from './sign-on.policy.ts';

/** The provider refused: the code is expired or used, or a claim is invalid. */
export class ProviderRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ProviderRefused';
  }
}

export type Attempt = { nonce: string; codeVerifier: string; redirectUri: string };

const timeoutSeconds = 5;
/** How long the provider's metadata and keys are cached. */
const configurationLifetimeMs = 3_600_000;

/** The operator's OpenID Connect provider: authorization code with PKCE, state and nonce. */
export class IdentityProvider {
  readonly config: SignOnConfig;
  #found: { configuration: Promise<Configuration>; until: number } | undefined;

  constructor(config: SignOnConfig) {
    this.config = config;
  }

  async departure(attempt: Attempt & { state: string; again: boolean }): Promise<URL> {
    const configuration = await this.#configuration();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: attempt.redirectUri,
      scope: this.config.scope,
      code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
      ...(attempt.again && { prompt: 'login' }),
    });
  }

  /** Exchanges a code for an identity. Signature, issuer, audience, times and nonce are checked. */
  async identify(attempt: Attempt, arrival: { code: string; state: string; iss?: string | undefined }) {
    const configuration = await this.#configuration();
    const back = new URL(attempt.redirectUri);
    for (const [name, value] of Object.entries(arrival)) if (value) back.searchParams.set(name, value);
    try {
      const tokens = await authorizationCodeGrant(configuration, back, {
        pkceCodeVerifier: attempt.codeVerifier,
        expectedState: arrival.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims: Claims = tokens.claims() ?? {};
      return this.#identityOf(configuration, claims, tokens.access_token);
    } catch (error) {
      throw judged(error);
    }
  }

  /** Some providers release more claims through the userinfo endpoint; signed claims take precedence. */
  async #identityOf(configuration: Configuration, claims: Claims, accessToken: string): Promise<ProvedIdentity> {
    const { claim } = this.config;
    const asks = claims[claim] === undefined && configuration.serverMetadata().userinfo_endpoint;
    const more: Claims = asks ? await fetchUserInfo(configuration, accessToken, String(claims.sub)) : {};
    return provedIdentity({ ...more, ...claims }, claim);
  }

  async #configuration(): Promise<Configuration> {
    if (this.#found && this.#found.until > Date.now()) return this.#found.configuration;
    const found = { configuration: this.#discover(), until: Date.now() + configurationLifetimeMs };
    this.#found = found;
    found.configuration.catch(() => {
      if (this.#found === found) this.#found = undefined;
    });
    return found.configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.config;
    const plain = issuer.startsWith('http:');
    try {
      return await discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret ? ClientSecretPost(clientSecret) : None(),
        {
          [customFetch]: boundedFetch,
          timeout: timeoutSeconds,
          // Configuration allows plain HTTP only for an address on this machine.
          ...(plain && { execute: [allowInsecureRequests] }),
        },
      );
    } catch (error) {
      throw new ProviderSilent(reasonOf(error));
    }
  }
}

/** Classifies an error as a connection failure or a refusal, never including the request, which holds secrets. */
function judged(error: unknown): Error {
  if (error instanceof ProviderSilent) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof ProviderSilent) return cause;
  if (error instanceof ResponseBodyError && error.status < 500) return new ProviderRefused(error.error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isConnection = [
    'OAUTH_TIMEOUT',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_PARSE_ERROR',
  ];
  return isConnection.includes(code) ? new ProviderSilent(code) : new ProviderRefused(reasonOf(error));
}

function reasonOf(error: unknown): string {
  if (error instanceof ProviderSilent) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected answer';
  return code;
}

const maxBytes = 256 * 1024;

/** The provider gave no usable answer. */
export class ProviderSilent extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ProviderSilent';
  }
}

/** Follows no redirects and limits response time and size, so the provider controls neither. */
const boundedFetch: CustomFetch = async (url, options) => {
  let response: Response;
  try {
    response = await fetch(url, { ...options, body: options.body ?? null, redirect: 'manual' } as RequestInit);
  } catch {
    throw new ProviderSilent(options.signal?.aborted ? 'no answer in time' : 'connection failed');
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ProviderSilent(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const isBodiless = [204, 304].includes(response.status);
  return new Response(isBodiless ? null : Buffer.concat(chunks), {
    status: response.status,
    headers: response.headers,
  });
};
