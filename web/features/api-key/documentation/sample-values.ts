import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { randomId } from '../../../lib/random-id.ts';
import { nameOf } from './portal-operations.ts';
import { type Ran, runCall } from './run-call.ts';

type Listed = {
  columns?: { id: string }[];
  courses?: { id: string }[];
  resources?: { id: string; title: string; cover: { url: string } | null }[];
};
type Source = { path: string; pick: (data: Listed) => string | undefined };

const ofResource: Source = { path: '/portal/resources?size=1', pick: ({ resources }) => resources?.[0]?.id };

/** From where an example takes what only this library knows: the first thing that is published. */
const sources: Record<string, Record<string, Source>> = {
  column: { id: { path: '/portal/columns', pick: ({ columns }) => columns?.[0]?.id } },
  course: { id: { path: '/portal/courses?size=1', pick: ({ courses }) => courses?.[0]?.id } },
  resource: { id: ofResource },
  pages: { id: ofResource },
  report: { id: ofResource },
  search: { text: { path: ofResource.path, pick: ({ resources }) => resources?.[0]?.title } },
  media: {
    address: {
      path: '/portal/resources?size=50',
      pick: ({ resources }) => pathOf(resources?.find(({ cover }) => cover)?.cover?.url),
    },
  },
};

/** Signed addresses name the server; here they are asked of the one that is open. */
function pathOf(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}

export function hasSample(endpoint: Endpoint, parameter: string): boolean {
  return sources[nameOf(endpoint)]?.[parameter] !== undefined;
}

export type Filled = { values: Record<string, string> } | { missing: true } | { refused: Ran };

/** Fills what was left empty and can be known; asks with the same key, so a key that may not is told so. */
export async function fillIn(endpoint: Endpoint, values: Record<string, string>, key: string): Promise<Filled> {
  const filled = { ...values };
  for (const [name, { path, pick }] of Object.entries(sources[nameOf(endpoint)] ?? {})) {
    if (filled[name]) continue;
    const ran = await runCall({ method: 'GET', address: `${apiBase}${path}` }, key);
    if (ran.status !== 200 || ran.isCut) return { refused: ran };
    const found = pick(JSON.parse(ran.text ?? '{}').data ?? {});
    if (!found) return { missing: true };
    filled[name] = found;
  }
  return { values: filled };
}

/** A body that the server takes as it is. */
export function sampleBody(endpoint: Endpoint): string | undefined {
  const bodies: Record<string, () => unknown> = {
    events: () => ({
      events: [
        {
          id: randomId(),
          at: new Date().toISOString(),
          action: 'search',
          query: 'optics',
          hits: 3,
          visit: 'documentation',
        },
      ],
    }),
    report: () => ({ reason: 'other', note: 'Sent from the documentation, to try it out.' }),
  };
  const made = bodies[nameOf(endpoint)]?.();
  return made === undefined ? undefined : JSON.stringify(made, null, 2);
}
