import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;
type Json = Record<string, unknown>;

/**
 * A local stand-in for the messaging vendor's API, following its documentation. Tests can replace individual answers.
 */
export class VendorStandIn {
  readonly origin: string;
  /** Requested URLs, including their queries. */
  readonly calls: URL[] = [];
  /** Answers that replace the default ones, by path. */
  readonly instead = new Map<string, Reply | Json>();
  /** Members by the login code that identifies them. */
  readonly members = new Map<string, Json>();
  readonly close: () => Promise<void>;
  token = 'vendor-access-token-1';

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin;
    this.close = close;
  }

  static async start(): Promise<VendorStandIn> {
    const server = createServer((request, response) => standIn.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const standIn = new VendorStandIn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return standIn;
  }

  callsTo(path: string): URL[] {
    return this.calls.filter((call) => call.pathname === path);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.origin);
    this.calls.push(url);
    const instead = this.instead.get(url.pathname);
    if (typeof instead === 'function') instead(request, response);
    else send(response, instead ?? this.#rightAnswer(url));
  }

  #rightAnswer({ pathname, searchParams: query }: URL): Json {
    if (pathname === '/cgi-bin/gettoken') {
      const known = query.get('corpid') === 'corp' && query.get('corpsecret') === 'corp-secret';
      if (!known) return { errcode: 40001, errmsg: 'invalid credential' };
      return { errcode: 0, errmsg: 'ok', access_token: this.token, expires_in: 7200 };
    }
    if (query.get('access_token') !== this.token) return { errcode: 42001, errmsg: 'access_token expired' };
    switch (pathname) {
      case '/cgi-bin/auth/getuserinfo':
        return this.members.get(query.get('code') ?? '') ?? { errcode: 40029, errmsg: 'invalid code' };
      case '/cgi-bin/get_jsapi_ticket':
        return { errcode: 0, errmsg: 'ok', ticket: 'config-ticket', expires_in: 7200 };
      case '/cgi-bin/ticket/get':
        return { errcode: 0, errmsg: 'ok', ticket: `${query.get('type')}-ticket`, expires_in: 7200 };
      default:
        return { errcode: 404, errmsg: 'no such call' };
    }
  }
}

function send(response: ServerResponse, body: Json): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
