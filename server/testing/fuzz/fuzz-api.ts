import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import { isLoginExpiredStatus } from '@lectern/contract/envelope.ts';
import type { ErrorCode } from '@lectern/contract/errors.ts';
import { type SeededRandom, seededRandom } from '../seeded-random.ts';
import { cookieHeader, type TestApp } from '../test-app.ts';
import { buildCall, type FuzzCall, knownWords } from './build-call.ts';
import { KnownIds } from './known-ids.ts';
import { type Caller, type CallerMaker, repairProduct, seedProduct } from './seed-product.ts';

/** Failures outside of Lectern, which callers can neither cause nor fix by changing their input. */
export const outsideTrouble: readonly ErrorCode[] = [
  'vendorUnreachable',
  'signOnUnreachable',
  'overloaded',
  'storageFull',
];

export type Fault = { index: number; why: string; caller: string; call: FuzzCall; answer: string; cause: string };
export type FuzzReport = {
  calls: number;
  perOperation: Map<string, Map<number, number>>;
  faults: Fault[];
  slowestMs: number;
  uncovered: string[];
};
export type FuzzOptions = {
  seed: number;
  calls: number;
  only?: string | undefined;
  /** How many times every operation is first called with valid input by an authorized caller. */
  firstRounds: number;
  /** Slower calls are faults; tests on busy machines leave it out. */
  longestMs?: number;
  onProgress?: (done: number, faults: number) => void;
  onFault?: (fault: Fault) => void;
};

const callsBetweenRepairs = 2_000;
const callsPerSession = 40;

/**
 * Calls every operation as every kind of caller, first with valid input and then with mutations, and checks each
 * answer.
 */
export async function fuzzApi(
  test: TestApp,
  { seed, calls, only, firstRounds, longestMs, onProgress, onFault }: FuzzOptions,
): Promise<FuzzReport> {
  const operations = endpoints.filter(({ id }) => only === undefined || id === only);
  if (operations.length === 0) throw new Error(`There is no operation ${only}`);
  const { callers } = await seedProduct(test);
  const people = new People(test, callers);
  const ids = new KnownIds(test.db, [test.admin.userId]);
  const known = knownWords(test.container.services.actions);
  const report: FuzzReport = { calls: 0, perOperation: new Map(), faults: [], slowestMs: 0, uncovered: [] };
  for (let index = 0; index < calls; index += 1) {
    if (index % callsBetweenRepairs === 0) {
      await repairProduct(test);
      await ids.refresh();
      onProgress?.(index, report.faults.length);
    }
    const random = seededRandom(seed * 1_000_003 + index);
    const endpoint = operations[index % operations.length] as Endpoint;
    // The first rounds use an authorized caller and valid input to create data for later calls.
    const isFirst = index < operations.length * firstRounds;
    const caller = await people.pick(endpoint, random, isFirst);
    const mutations = isFirst || random.chance(0.4) ? 0 : 1 + random.upTo(2);
    const call = buildCall(endpoint, { random, ids, known, mutations });
    test.logLines.length = 0;
    const started = performance.now();
    const answer = await send(test, call, caller);
    const ms = performance.now() - started;
    report.calls += 1;
    report.slowestMs = Math.max(report.slowestMs, ms);
    const counts = report.perOperation.get(endpoint.id) ?? new Map<number, number>();
    report.perOperation.set(endpoint.id, counts.set(answer.http, (counts.get(answer.http) ?? 0) + 1));
    const why = longestMs !== undefined && ms > longestMs ? `took ${Math.round(ms)} ms` : faultOf(endpoint, answer);
    if (why) {
      const cause = test.logLines.find((line) => line.includes('unexpected error')) ?? '';
      const fault = { index, why, caller: caller.name, call, answer: answer.text.slice(0, 500), cause };
      report.faults.push(fault);
      onFault?.(fault);
    }
    if (answer.http < 300) ids.learn(answer.body);
    // Calls may end sessions, start impersonating or change roles, so a caller that is logged out gets a new session.
    if (isLoginExpiredStatus(answer.status) || index % callsPerSession === 0) people.forget(caller);
  }
  report.uncovered = operations.filter(({ id }) => !report.perOperation.has(id)).map(({ id }) => id);
  return report;
}

/** Keeps one session per kind of caller and replaces sessions that a fuzzed call ended. */
class People {
  readonly #test: TestApp;
  readonly #makers: readonly CallerMaker[];
  readonly #made = new Map<string, Caller>();

  constructor(test: TestApp, makers: readonly CallerMaker[]) {
    this.#test = test;
    this.#makers = makers;
  }

  async pick({ access }: Endpoint, random: SeededRandom, first: boolean): Promise<Caller> {
    const total = this.#makers.reduce((sum, { share }) => sum + share, 0);
    let left = random.upTo(total - 1);
    const drawn = this.#makers.find(({ share }) => {
      left -= share;
      return left < 0;
    }) as CallerMaker;
    const byKey = access.kind === 'apiKey' && (first || random.chance(0.8));
    const maker = byKey ? this.#makers.at(-1) : first ? this.#makers[0] : drawn;
    const { name, make } = maker as CallerMaker;
    const known = this.#made.get(name);
    if (known) return known;
    // An earlier call may have blocked the administrator who creates callers.
    await repairProduct(this.#test);
    const made = await make();
    this.#made.set(name, made);
    return made;
  }

  forget({ name }: Caller): void {
    this.#made.delete(name);
  }
}

type Sent = {
  http: number;
  status: number;
  text: string;
  body: unknown;
  headers: Record<string, unknown>;
  brokenOff?: string;
};

async function send(test: TestApp, call: FuzzCall, caller: Caller): Promise<Sent> {
  try {
    return await sendWhole(test, call, caller);
  } catch (error) {
    return { http: 0, status: 0, text: '', body: undefined, headers: {}, brokenOff: String(error) };
  }
}

async function sendWhole(test: TestApp, { endpoint, url, headers, body }: FuzzCall, caller: Caller): Promise<Sent> {
  const cookie = caller.token === undefined ? '' : cookieHeader(caller.cookies);
  const credentials =
    endpoint.carrier === 'cookie' ? cookie && { cookie } : caller.token && { authorization: `Bearer ${caller.token}` };
  const response = await test.app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, ...(credentials || {}) },
    ...(body !== undefined && { body }),
    payloadAsStream: true,
  });
  const [http, stream] = [response.statusCode, response.stream()];
  // The event stream stays open until the client disconnects.
  const text = endpoint.id === 'event.stream' && http === 200 ? '' : await readAll(stream);
  stream.destroy();
  const parsed = parseJson(text);
  const status = typeof parsed === 'object' && parsed !== null && 'status' in parsed ? Number(parsed.status) : 0;
  return { http, status, text, body: parsed, headers: response.headers };
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const leaks =
  /\n\s+at |node_modules|file:\/\/\/\S+\.[jt]s|violates|duplicate key value|syntax error at|relation "|"stack"/;

function faultOf({ method, answer }: Endpoint, sent: Sent): string | undefined {
  if (sent.brokenOff) return `broke off: ${sent.brokenOff}`;
  const { http, status, text, body, headers } = sent;
  const { code, message } = (body ?? {}) as { code?: ErrorCode; message?: unknown };
  if (http >= 500 && !(code && outsideTrouble.includes(code))) return `answered ${http}`;
  if (headers['x-content-type-options'] !== 'nosniff' || !headers['x-request-id'])
    return 'lacks the headers of every answer';
  if (method === 'HEAD' || http === 304 || (answer === 'stream' && http < 400)) return undefined;
  if (typeof message !== 'string' || status < 100) return 'is no envelope';
  if (http >= 400 && (code === undefined || leaks.test(text))) return 'leaks, or has no code';
  if (http < 400 && !('data' in (body as object)) && !('result' in (body as object))) return 'has no data';
  return undefined;
}
