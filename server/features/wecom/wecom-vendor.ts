import { z } from 'zod';
import type { WecomConfig } from '../../platform/config/config.ts';

const maxBytes = 64 * 1024;

/** The vendor gave no usable answer. Messages contain no URLs, because those hold secrets. */
export class VendorSilent extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'VendorSilent';
  }
}

/** A single GET that follows no redirects and limits response time and size, so the vendor controls neither. */
async function readVendorJson(url: URL, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  let text: string;
  try {
    const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json' } });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new VendorSilent(`status ${response.status}`);
    }
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof VendorSilent) throw error;
    throw new VendorSilent(signal.aborted ? `no answer in ${timeoutMs} ms` : 'connection failed');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new VendorSilent('not JSON');
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Throwing leaves the loop, which cancels the rest of the response.
    if (size > maxBytes) throw new VendorSilent(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Fetched = { value: string; lifetimeMs: number };

/** Fetches a value when needed and caches it until it expires; concurrent callers share one fetch. */
class ExpiringValue {
  readonly #fetch: () => Promise<Fetched>;
  #current: { value: Promise<string>; until: number } | undefined;

  constructor(fetch: () => Promise<Fetched>) {
    this.#fetch = fetch;
  }

  async get(): Promise<string> {
    if (this.#current && this.#current.until > Date.now()) return this.#current.value;
    const fetching = this.#fetch();
    const entry = { value: fetching.then((fetched) => fetched.value), until: Number.POSITIVE_INFINITY };
    this.#current = entry;
    try {
      entry.until = Date.now() + (await fetching).lifetimeMs;
    } catch {
      this.#forgetEntry(entry);
    }
    return entry.value;
  }

  /** Drops this value unless it was already replaced. */
  async forget(value: string): Promise<void> {
    const entry = this.#current;
    if (entry && (await entry.value.catch(() => undefined)) === value) this.#forgetEntry(entry);
  }

  #forgetEntry(entry: { value: Promise<string>; until: number }): void {
    if (this.#current === entry) this.#current = undefined;
  }
}

export type TicketKind = 'config' | 'agent';
type VendorIdentity = { kind: 'member'; userId: string } | { kind: 'stranger' } | { kind: 'codeInvalid' };

const timeoutMs = 5_000;
/** Values about to expire are refreshed early, because they are used a moment later, elsewhere. */
const expiryMarginMs = 60_000;
const longestLifetimeMs = 7_200_000;

const errorCodes = { invalidCode: 40029, codeExpired: 42003, invalidToken: 40014, tokenExpired: 42001 } as const;
const tokenFaults: readonly number[] = [errorCodes.invalidToken, errorCodes.tokenExpired];
const codeFaults: readonly number[] = [errorCodes.invalidCode, errorCodes.codeExpired];

const answerHead = z.looseObject({ errcode: z.number().int() });
const secret = z.string().min(1).max(1024);
const lifetime = z.number().int().positive();
const tokenAnswer = z.object({ access_token: secret, expires_in: lifetime });
const ticketAnswer = z.object({ ticket: secret, expires_in: lifetime });
const identityAnswer = z.object({
  userid: z.string().min(1).max(128).optional(),
  UserId: z.string().min(1).max(128).optional(),
});

/** The messaging vendor's API; only ever called at the configured address. */
export class WecomVendor {
  readonly config: WecomConfig;
  readonly #timeoutMs: number;
  readonly #token: ExpiringValue;
  readonly #tickets: Record<TicketKind, ExpiringValue>;

  constructor(config: WecomConfig, options: { timeoutMs?: number } = {}) {
    this.config = config;
    this.#timeoutMs = options.timeoutMs ?? timeoutMs;
    this.#token = new ExpiringValue(() => this.#fetchToken());
    this.#tickets = {
      config: new ExpiringValue(() => this.#fetchTicket('/cgi-bin/get_jsapi_ticket', {})),
      agent: new ExpiringValue(() => this.#fetchTicket('/cgi-bin/ticket/get', { type: 'agent_config' })),
    };
  }

  /** Exchanges a sign-in code for an identity. */
  async identify(code: string): Promise<VendorIdentity> {
    const answer = await this.#ask('/cgi-bin/auth/getuserinfo', { code });
    if (codeFaults.includes(answer.errcode)) return { kind: 'codeInvalid' };
    const { userid, UserId } = understood(identityAnswer, answer);
    const userId = userid ?? UserId;
    // PostgreSQL text can't contain NUL, and no vendor account has one.
    return userId && !userId.includes('\0') ? { kind: 'member', userId } : { kind: 'stranger' };
  }

  /** The ticket for signing calls of the vendor's SDK. */
  ticket(kind: TicketKind): Promise<string> {
    return this.#tickets[kind].get();
  }

  async #fetchToken(): Promise<Fetched> {
    const { corpId, secret: corpsecret } = this.config;
    const answer = understood(tokenAnswer, await this.#read('/cgi-bin/gettoken', { corpid: corpId, corpsecret }));
    return { value: answer.access_token, lifetimeMs: lifetimeOf(answer) };
  }

  async #fetchTicket(path: string, query: Record<string, string>): Promise<Fetched> {
    const answer = understood(ticketAnswer, await this.#ask(path, query));
    return { value: answer.ticket, lifetimeMs: lifetimeOf(answer) };
  }

  /** Calls the API with our access token; retries once with a new token if the vendor dropped the old one early. */
  async #ask(path: string, query: Record<string, string>): Promise<z.output<typeof answerHead>> {
    const token = await this.#token.get();
    const answer = await this.#read(path, { access_token: token, ...query });
    if (!tokenFaults.includes(answer.errcode)) return answer;
    await this.#token.forget(token);
    return this.#read(path, { access_token: await this.#token.get(), ...query });
  }

  async #read(path: string, query: Record<string, string>): Promise<z.output<typeof answerHead>> {
    const url = new URL(path, this.config.apiOrigin);
    url.search = new URLSearchParams(query).toString();
    return parsed(answerHead, await readVendorJson(url, this.#timeoutMs));
  }
}

function lifetimeOf(answer: { expires_in: number }): number {
  return Math.min(answer.expires_in * 1000, longestLifetimeMs) - expiryMarginMs;
}

function understood<Answer>(schema: z.ZodType<Answer>, answer: z.output<typeof answerHead>): Answer {
  if (answer.errcode !== 0) throw new VendorSilent(`error ${answer.errcode}`);
  return parsed(schema, answer);
}

function parsed<Answer>(schema: z.ZodType<Answer>, answer: unknown): Answer {
  const result = schema.safeParse(answer);
  if (!result.success) throw new VendorSilent('an answer of another shape');
  return result.data;
}
