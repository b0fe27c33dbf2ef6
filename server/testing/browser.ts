import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';
import type { FailureEnvelope } from '@lectern/contract/envelope.ts';
import { login, type SessionTokens } from '@lectern/contract/features/auth.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pathOf } from '../platform/http/mount-endpoints.ts';

export type BrowserAnswer<Data> = {
  http: number;
  status: number;
  data: Data;
  code: FailureEnvelope['code'] | undefined;
  body: Record<string, unknown>;
  headers: LightMyRequestResponse['headers'];
  setCookies: string[];
};

/** Keeps cookies and tokens like a browser and can send from its own IP address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;
  readonly address: string;
  app: FastifyInstance;
  tokens: SessionTokens | undefined;

  constructor(app: FastifyInstance, options: { address?: string; headers?: Record<string, string> } = {}) {
    this.app = app;
    this.address = options.address ?? '127.0.0.1';
    this.headers = options.headers ?? {};
  }

  async call<E extends Endpoint>(endpoint: E, request: RequestOf<E> = {}): Promise<BrowserAnswer<OutputOf<E>>> {
    const params = (request.params ?? {}) as Record<string, unknown>;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      query: (request.query ?? {}) as Record<string, string>,
      remoteAddress: this.address,
      headers: {
        host: 'lectern.test',
        ...(cookie && { cookie }),
        ...(this.tokens && endpoint.carrier === 'bearer' && { authorization: `Bearer ${this.tokens.token}` }),
        ...this.headers,
      },
      ...(request.body !== undefined && { body: request.body as object }),
    });
    for (const { name, value, maxAge } of response.cookies as { name: string; value: string; maxAge?: number }[]) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const body = response.json<Record<string, unknown>>();
    return {
      http: response.statusCode,
      status: body.status as number,
      data: (body.result ?? body.data) as OutputOf<E>,
      code: body.code as FailureEnvelope['code'] | undefined,
      body,
      headers: response.headers,
      setCookies: [response.headers['set-cookie'] ?? []].flat(),
    };
  }

  /** Stores the tokens if login succeeds; only for accounts without two-factor authentication. */
  async login(account: string, password: string): Promise<BrowserAnswer<SessionTokens>> {
    const answer = await this.call(login, { body: { account, password } });
    if (answer.status === 200 && 'token' in answer.data) this.tokens = answer.data;
    return answer as BrowserAnswer<SessionTokens>;
  }
}
