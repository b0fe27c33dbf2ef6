import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';
import type { FailureEnvelope } from '@lectern/contract/envelope.ts';
import { login, type SessionTokens } from '@lectern/contract/features/auth.ts';
import { accessFlag, type RoleId } from '@lectern/contract/roles.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { buildContainer, type Container } from '../app.ts';
import { ensureFirstAdministrator } from '../features/auth/first-sign-in.ts';
import { PasswordHasher } from '../features/auth/password-hasher.ts';
import { insertTokens } from '../features/auth/token.repository.ts';
import type { ChooseSteps } from '../features/machine-work/engine-setup.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { buildApp } from '../platform/http/app.ts';
import { pathOf } from '../platform/http/mount-endpoints.ts';
import type { SignedInContext } from '../platform/http/request-context.ts';
import { sessionCookie } from '../platform/http/session-cookies.ts';
import { newId } from '../platform/new-id.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { createTestDatabase } from './postgres.ts';
import { servicesOf, type TestServices } from './test-services.ts';

export const testPassword = 'correct horse battery';

export type Identity = SessionTokens & { userId: string; account: string; cookies: Record<string, string> };
export type NewIdentity = {
  roleId: RoleId;
  pages?: string[];
  departmentId?: string;
  name?: string;
  mustChangePassword?: boolean;
};
export type CallOptions = { as?: Identity; headers?: Record<string, string>; raw?: string };
export type Answer<Data> = {
  http: number;
  status: number;
  message: string;
  data: Data;
  failure: FailureEnvelope;
  headers: LightMyRequestResponse['headers'];
};

/** The real application in this process on its own database. Responses are checked against their schemas. */
export class TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly container: Container & { services: TestServices };
  readonly logLines: string[];
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly admin: Identity;
  readonly #routes: string[];
  readonly #close: () => Promise<void>;

  constructor(
    parts: Pick<TestApp, 'app' | 'db' | 'container' | 'logLines' | 'databaseUrl' | 'dataDir' | 'admin'>,
    routes: string[],
    close: () => Promise<void>,
  ) {
    this.app = parts.app;
    this.db = parts.db;
    this.container = parts.container;
    this.logLines = parts.logLines;
    this.databaseUrl = parts.databaseUrl;
    this.dataDir = parts.dataDir;
    this.admin = parts.admin;
    this.#routes = routes;
    this.#close = close;
  }

  async call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E> = {},
    options: CallOptions = {},
  ): Promise<Answer<OutputOf<E>>> {
    return call(this.app, endpoint, request, options);
  }

  signIn(account: string, password: string = testPassword, headers: Record<string, string> = {}): Promise<Identity> {
    return signIn(this.app, this.db, account, password, headers);
  }

  /** A new person with a session; `pages` are granted through a new permission group. */
  async identity(wanted: NewIdentity): Promise<Identity> {
    const account = `u-${randomUUID().slice(0, 8)}`;
    const { permissionGroups, sessions } = this.container.services;
    const context = await this.context(this.admin);
    const userId = await this.#insertPerson(account, wanted);
    if (wanted.pages?.length) {
      const rules = Object.fromEntries(wanted.pages.map((page) => [page, accessFlag.allow]));
      const members = [{ kind: 'user' as const, id: userId }];
      const group = { name: `Group of ${account}`, description: '', rules, members };
      await permissionGroups.create(context, group, { acceptClosed: true });
    }
    // Opens the session directly, because sign-in has its own tests.
    const person = {
      id: userId,
      role_id: wanted.roleId,
      department_code: null,
      must_change_password: wanted.mustChangePassword ?? false,
    };
    const { tokens, cookie } = await sessions.open(context, person, async ({ id, userAgent, ip, lifetimeMs }, rows) => {
      const expires_at = new Date(Date.now() + lifetimeMs);
      const session = { id, user_id: userId, user_agent: userAgent, ip, expires_at };
      await this.db.insertInto('sessions').values(session).execute();
      return insertTokens(this.db, id, rows);
    });
    return { ...tokens, userId, account, cookies: { [sessionCookie]: cookie } };
  }

  async #insertPerson(account: string, wanted: NewIdentity): Promise<string> {
    const { password_hash } = await this.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', this.admin.userId)
      .executeTakeFirstOrThrow();
    const id = newId();
    await this.db
      .insertInto('users')
      .values({
        id,
        account,
        name: wanted.name ?? `Person ${account}`,
        role_id: wanted.roleId,
        password_hash,
        must_change_password: wanted.mustChangePassword ?? false,
        department_id: wanted.departmentId ?? null,
      })
      .execute();
    return id;
  }

  /** The context a handler gets for a request by this person, for calling services directly. */
  async context(identity: Identity): Promise<SignedInContext> {
    const principal = await this.container.http.authenticate(identity.token, 'bearer');
    return {
      requestId: randomUUID(),
      principal,
      apiKey: null,
      ip: '127.0.0.1',
      userAgent: 'test',
      language: 'en',
      origin: 'http://localhost',
      idempotencyKey: undefined,
      cookies: {},
      setCookie: () => undefined,
      clearCookie: () => undefined,
      log: this.app.log,
    };
  }

  /** Every HTTP route as `METHOD /path`; HEAD routes that come with GET are not listed separately. */
  routes(): string[] {
    return this.#routes;
  }

  close(): Promise<void> {
    return this.#close();
  }
}

type AppDependencies = { fileStore?: FileStore; steps?: ChooseSteps; hasher?: PasswordHasher | undefined };

/** Real password hashing would take longer than everything else in most tests; its strength is tested separately. */
const quickHasher = () => new PasswordHasher({ cost: { memoryCost: 256, timeCost: 1, parallelism: 1 } });

/** The real application in this process, without any users. */
export async function openTestApplication(
  databaseUrl: string,
  env: Record<string, string>,
  parts: AppDependencies = {},
) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-test-app-'));
  const config = readConfig({ LECTERN_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env });
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-test', poolSize: 10 });
  const logLines: string[] = [];
  const routes: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) });
  const built = buildContainer({ config, db, databaseUrl, logger }, { hasher: quickHasher(), ...parts });
  const container = { ...built, services: servicesOf(built) };
  await container.open();
  const app = await buildApp({
    ...container.http,
    config,
    logger,
    webDir: path.join(dataDir, 'web'),
    version: 'test',
    checkAnswers: true,
    onRoute: (route) => routes.push(route),
  });
  const close = async () => {
    container.stopStreams();
    await app.close();
    await container.close();
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { app, db, container, logLines, routes, databaseUrl, dataDir, close };
}

export async function startTestApp(env: Record<string, string> = {}, parts: AppDependencies = {}): Promise<TestApp> {
  const { databaseUrl, drop } = await createTestDatabase();
  return openTestAppOn(databaseUrl, { env, parts, drop });
}

type OnDatabase = { env?: Record<string, string>; parts?: AppDependencies; drop?: () => Promise<void> };

/** A test app on a database that is already migrated. */
export async function openTestAppOn(
  databaseUrl: string,
  { env = {}, parts = {}, drop = async () => undefined }: OnDatabase = {},
): Promise<TestApp> {
  const opened = await openTestApplication(databaseUrl, { TIME_ZONE: 'UTC', ...env }, parts);
  const { app, db, container } = opened;
  await ensureFirstAdministrator(db, container.services.hasher, { password: testPassword });
  const admin = await signIn(app, db, 'admin', testPassword, {});
  return new TestApp({ ...opened, admin }, opened.routes, async () => {
    await opened.close();
    await drop();
  });
}

async function signIn(
  app: FastifyInstance,
  db: Db,
  account: string,
  password: string,
  headers: Record<string, string>,
): Promise<Identity> {
  const answer = await call(app, login, { body: { account, password } }, { headers });
  if (answer.status !== 200 || !('token' in answer.data)) {
    throw new Error(`Could not sign in as ${account}: ${answer.status} ${answer.message}`);
  }
  const user = await db.selectFrom('users').select('id').where('account', '=', account).executeTakeFirstOrThrow();
  return { ...answer.data, userId: user.id, account, cookies: cookiesOf(answer.headers['set-cookie']) };
}

async function call<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions,
): Promise<Answer<OutputOf<E>>> {
  const params = (request.params ?? {}) as Record<string, unknown>;
  const url = pathOf(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = Object.entries((request.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const response = await app.inject({
    method: endpoint.method,
    url,
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    headers: { ...credentials(endpoint, options.as), ...options.headers },
    ...(options.raw !== undefined
      ? { body: options.raw }
      : request.body !== undefined
        ? { body: request.body as object }
        : {}),
  });
  const body = response.json<{ status: number; message: string; data: OutputOf<E>; result?: OutputOf<E> }>();
  return {
    http: response.statusCode,
    status: body.status,
    message: body.message,
    data: body.result ?? body.data,
    failure: body as unknown as FailureEnvelope,
    headers: response.headers,
  };
}

function credentials(endpoint: Endpoint, identity: Identity | undefined): Record<string, string> {
  if (!identity || endpoint.access.kind === 'open') return {};
  if (endpoint.carrier === 'bearer') return { authorization: `Bearer ${identity.token}` };
  return { cookie: cookieHeader(identity.cookies) };
}

export function cookieHeader(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

export function cookiesOf(header: string | string[] | number | undefined): Record<string, string> {
  const lines = Array.isArray(header) ? header : typeof header === 'string' ? [header] : [];
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      return [name, value];
    }),
  );
}
