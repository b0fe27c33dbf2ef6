import type { BodyOf, Endpoint, OutputOf, ParamsOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext, RequestContext, SignedInContext } from './request-context.ts';

type InputOf<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> };
type Handler<E extends Endpoint, C> = (input: InputOf<E>, context: C) => Promise<OutputOf<E>>;
type StreamHandler<E extends Endpoint, C = SignedInContext> = (
  input: InputOf<E>,
  context: C,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<unknown>;

type AnyInput = { params: unknown; query: unknown; body: unknown };
export type Registered =
  | { endpoint: Endpoint; answer: 'envelope'; run(input: AnyInput, context: RequestContext): Promise<unknown> }
  | {
      endpoint: Endpoint;
      answer: 'stream';
      stream(
        input: AnyInput,
        context: RequestContext,
        http: { request: FastifyRequest; reply: FastifyReply },
      ): Promise<unknown>;
    };

/**
 * Holds each endpoint's handler. Handlers run only after the access check and after the schemas have parsed the input,
 * which makes the handler types below hold.
 */
export class EndpointRegistry {
  readonly #registered = new Map<string, Registered>();

  handle<E extends Endpoint>(endpoint: E, handler: Handler<E, SignedInContext>): void {
    if (!isForPeople(endpoint)) throw new Error(`${endpoint.id} needs no login: use handleOpen or handlePortal`);
    this.#add(endpoint, { endpoint, answer: 'envelope', run: handler as unknown as RunOf });
  }

  handleOpen<E extends Endpoint>(endpoint: E, handler: Handler<E, RequestContext>): void {
    if (endpoint.access.kind !== 'open') throw new Error(`${endpoint.id} is not open: use handle`);
    this.#add(endpoint, { endpoint, answer: 'envelope', run: handler as unknown as RunOf });
  }

  /** For calls that sites make with an API key. */
  handlePortal<E extends Endpoint>(endpoint: E, handler: Handler<E, PortalContext>): void {
    if (endpoint.access.kind !== 'apiKey') throw new Error(`${endpoint.id} needs no key: use handle`);
    this.#add(endpoint, { endpoint, answer: 'envelope', run: handler as unknown as RunOf });
  }

  handleStream<E extends Endpoint>(endpoint: E, handler: StreamHandler<E>): void {
    if (!isForPeople(endpoint)) throw new Error(`${endpoint.id} needs no login: streams do, but for signed addresses`);
    this.#add(endpoint, { endpoint, answer: 'stream', stream: handler as unknown as StreamOf });
  }

  /** For signed URLs; the handler verifies the signature. */
  handleSigned<E extends Endpoint>(endpoint: E, handler: StreamHandler<E, RequestContext>): void {
    if (endpoint.access.kind !== 'signedAddress') throw new Error(`${endpoint.id} has no signed address`);
    this.#add(endpoint, { endpoint, answer: 'stream', stream: handler as unknown as StreamOf });
  }

  all(): Registered[] {
    return [...this.#registered.values()];
  }

  has(endpoint: Pick<Endpoint, 'id'>): boolean {
    return this.#registered.has(endpoint.id);
  }

  get(endpoint: Pick<Endpoint, 'id'>): Registered {
    const registered = this.#registered.get(endpoint.id);
    if (!registered) throw new Error(`No handler for ${endpoint.id}`);
    return registered;
  }

  /** Throws at startup if an endpoint has no handler or a handler is not in the contract. */
  assertMatches(contract: readonly Endpoint[]): void {
    const listed = new Set(contract.map((endpoint) => endpoint.id));
    const missing = contract.filter((endpoint) => !this.#registered.has(endpoint.id)).map((endpoint) => endpoint.id);
    const unlisted = [...this.#registered.keys()].filter((id) => !listed.has(id));
    const problems = [
      ...missing.map((id) => `${id} has no handler`),
      ...unlisted.map((id) => `${id} is not listed in contract/endpoints.ts`),
    ];
    if (problems.length > 0) throw new Error(`The API does not match its contract: ${problems.join('; ')}`);
  }

  #add(endpoint: Endpoint, registered: Registered): void {
    if (this.#registered.has(endpoint.id)) throw new Error(`${endpoint.id} has two handlers`);
    if ((endpoint.answer === 'stream') !== (registered.answer === 'stream')) {
      throw new Error(`${endpoint.id} answers with ${endpoint.answer}, its handler does not`);
    }
    if (endpoint.carrier === 'cookie' && endpoint.method !== 'GET') {
      throw new Error(`${endpoint.id} changes things and must not be authenticated by a cookie`);
    }
    this.#registered.set(endpoint.id, registered);
  }
}

function isForPeople({ access }: Endpoint): boolean {
  return access.kind === 'signedIn' || access.kind === 'page';
}

type RunOf = Extract<Registered, { answer: 'envelope' }>['run'];
type StreamOf = Extract<Registered, { answer: 'stream' }>['stream'];
