import { z } from 'zod';
import type { WecomConfig } from '../../platform/config/config.ts';
import { ExpiringValue, type Fetched } from './expiring-value.ts';
import { readVendorJson, VendorSilent } from './read-vendor-json.ts';

export type TicketKind = 'config' | 'agent';
export type VendorIdentity = { kind: 'member'; userId: string } | { kind: 'stranger' } | { kind: 'codeInvalid' };

const timeoutMs = 5_000;
/** What is about to expire is not handed out: it is used a moment later, elsewhere. */
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

/** The messaging vendor's API, at the operator's configured address and nowhere else. */
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

  /** Whom a code of the sign-in frame stands for. */
  async identify(code: string): Promise<VendorIdentity> {
    const answer = await this.#ask('/cgi-bin/auth/getuserinfo', { code });
    if (codeFaults.includes(answer.errcode)) return { kind: 'codeInvalid' };
    const { userid, UserId } = understood(identityAnswer, answer);
    const userId = userid ?? UserId;
    // NUL can't be compared in the database, and no account of theirs has one.
    return userId && !userId.includes('\0') ? { kind: 'member', userId } : { kind: 'stranger' };
  }

  /** What signatures for the vendor's SDK are made with. */
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

  /** With our access token; once more with a new one when the vendor has dropped it before its time. */
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
