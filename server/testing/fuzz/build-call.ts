import { grantablePaths } from '@lectern/contract/access.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { startOperation } from '@lectern/contract/features/operation.ts';
import { languages } from '@lectern/contract/language.ts';
import { pageSizes } from '@lectern/contract/list/define-list.ts';
import { routes } from '@lectern/contract/routes.ts';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import type { OperationAction } from '../../platform/operation/operation-action.ts';
import { everyList } from '../every-list.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { generateValue, type Vocabulary } from './generate-value.ts';
import {
  hostileNumbers,
  hostileTexts,
  oddBodies,
  oddContentTypes,
  oddHeaders,
  oddQueries,
  prototypeKeys,
  wrongKinds,
} from './hostile-values.ts';
import type { KnownIds } from './known-ids.ts';
import { sampleFiles } from './seed-product.ts';

export type FuzzCall = {
  endpoint: Endpoint;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
};
type Words = Readonly<Record<string, readonly unknown[]>>;

/** Accepted values that the schemas don't declare, because the handlers look them up. */
export function knownWords(actions: readonly OperationAction[]) {
  const words: Words = {
    list: everyList.map(({ id }) => id),
    action: actions.map(({ id }) => id),
    page: grantablePaths(),
    path: grantablePaths(),
    route: routes.map(({ id }) => id),
    url: ['/app/home/my', '/app/resource/info', 'https://example.test/hook', 'http://127.0.0.1:9/'],
    language: languages,
    size: pageSizes,
    timeZone: ['UTC', 'Asia/Shanghai'],
    cursor: ['', 'x', 'WyJuYW1lIiwibmV4dCIsIlxcdWQ4MDAiLCIwMTk5YTAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiXQ'],
    matching: ['', 'tab=all', 'search=a&sort=-title'],
    at: ['speech.12', 'document.1,ocr.2'],
    slug: ['waves', 'light'],
    before: [1, 10, 2 ** 31],
  };
  return { words, files: sampleFiles, actions };
}
export type KnownWords = ReturnType<typeof knownWords>;

/**
 * Builds one call of an endpoint that fits its schemas, then replaces `mutations` places with invalid or hostile
 * values.
 */
export function buildCall(
  endpoint: Endpoint,
  { random, ids, known, mutations }: { random: SeededRandom; ids: KnownIds; known: KnownWords; mutations: number },
): FuzzCall {
  let owner: string | undefined;
  const vocabulary = (prefix: string): Vocabulary => ({
    idFor: (name) => {
      const id = ids.pick(name === 'id' ? prefix : name, random, owner);
      owner ??= id;
      return id;
    },
    wordsFor: (name) => {
      if (/version$/i.test(name)) return owner !== undefined && ids.versionOf(owner) ? [ids.versionOf(owner)] : [1];
      return known.words[name] ?? [];
    },
  });
  const make = (schema: Endpoint['body'], prefix: string) =>
    generateValue(schema, { name: prefix, random, vocabulary: vocabulary(prefix), depth: 0 });
  const params = Object.fromEntries(
    Object.entries(endpoint.params._zod.def.shape).map(([name, schema]) => [
      name,
      make(schema, nounBefore(endpoint.path, name)),
    ]),
  );
  const parts = {
    params,
    query: make(endpoint.query, '') as Record<string, unknown>,
    body: endpoint.bodyForm === 'json' ? make(endpoint.body, '') : undefined,
  };
  if (endpoint.id === startOperation.id && random.chance(0.8)) {
    const { id, list, input } = random.one(known.actions);
    const ofAction = { list, action: id, input: make(input, '') ?? {} };
    parts.body = { ...ofAction, selection: { ids: [ids.pick(list, random), ids.pick(list, random)] } };
  }
  const headers: Record<string, string> = {};
  let raw: FuzzCall['body'] = rawBody(endpoint, parts.body, random, known, headers);
  let rawQuery = queryOf(parts.query);
  for (let left = mutations; left > 0; left -= 1) {
    const way = random.upTo(11);
    if (way <= 4 && endpoint.bodyForm === 'json' && parts.body !== undefined) {
      parts.body = mutate(parts.body, random, ids);
      raw = JSON.stringify(parts.body);
    } else if (way <= 6) {
      parts.query = mutate(parts.query, random, ids) as Record<string, unknown>;
      rawQuery = queryOf(parts.query);
    } else if (way === 7) parts.params = mutate(parts.params, random, ids) as Record<string, unknown>;
    else if (way === 8) Object.assign(headers, random.one(oddHeaders));
    else if (way === 9) rawQuery = `${rawQuery}&${random.one(oddQueries)}`;
    else if (way === 10) raw = random.one(oddBodies);
    else headers['content-type'] = random.one(oddContentTypes);
  }
  if (raw !== undefined) headers['content-type'] ??= 'application/json';
  return {
    endpoint,
    url: urlOf(endpoint, parts.params, rawQuery),
    headers,
    body: readsOnly(endpoint) ? undefined : raw,
  };
}

const readsOnly = (endpoint: Endpoint) => endpoint.method === 'GET' || endpoint.method === 'HEAD';

function rawBody(
  endpoint: Endpoint,
  body: unknown,
  random: SeededRandom,
  known: KnownWords,
  headers: Record<string, string>,
): FuzzCall['body'] {
  if (endpoint.bodyForm === 'json') return body === undefined ? undefined : JSON.stringify(body);
  headers['content-type'] =
    endpoint.bodyForm === 'bytes' ? 'application/octet-stream' : 'application/offset+octet-stream';
  if (endpoint.bodyForm === 'stream') {
    headers['tus-resumable'] = '1.0.0';
    headers['upload-offset'] = '0';
  }
  return random.one(known.files);
}

/** `courses` for `id` in `/courses/{id}/chapters/{chapterId}`; other parameters keep their own name. */
function nounBefore(path: string, name: string): string {
  if (name !== 'id') return name;
  const segments = path.split('/');
  return segments[segments.indexOf('{id}') - 1] ?? '';
}

function urlOf(endpoint: Endpoint, params: Record<string, unknown>, query: string): string {
  const path = pathOf(endpoint).replace(/:(\w+)/g, (_, name: string) => encode(params[name]));
  return query ? `${path}?${query}` : path;
}

function queryOf(query: Record<string, unknown>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => `${encode(name)}=${encode(one)}`))
    .join('&');
}

/** A lone surrogate can't be encoded as UTF-8, so it is sent as the bytes that a careless client sends. */
function encode(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

type Tree = Record<string, unknown>;

/** Returns a copy with one place changed. */
function mutate(value: unknown, random: SeededRandom, ids: KnownIds): unknown {
  if (typeof value !== 'object' || value === null) return hostile(value, random, ids);
  const copy = structuredClone(value) as Tree;
  const places = placesOf(copy);
  const way = random.upTo(9);
  if (places.length === 0 || way === 0) {
    const key = random.one(prototypeKeys);
    Object.defineProperty(copy, key, { value: random.one([1, {}, 'x']), enumerable: true, configurable: true });
    return copy;
  }
  const { holder, key } = random.one(places);
  if (way === 1) delete holder[key];
  else if (way === 2) holder[key] = random.one(wrongKinds);
  else if (way === 3 && Array.isArray(holder[key])) holder[key] = Array.from({ length: 300 }, () => holder[key]).flat();
  else holder[key] = hostile(holder[key], random, ids);
  return copy;
}

function hostile(value: unknown, random: SeededRandom, ids: KnownIds): unknown {
  if (typeof value === 'number') return random.one(hostileNumbers);
  if (typeof value === 'boolean') return random.one(['true', 1, null]);
  if (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) && random.chance(0.6)) return ids.pick('', random);
  return random.one(hostileTexts);
}

function placesOf(value: unknown): { holder: Tree; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ holder: value as Tree, key }, ...placesOf(inner)]);
}
