import { endpoints } from '@lectern/contract/endpoints.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { english } from '../../../lib/testing/all-texts.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, json, stubApi } from '../../../lib/testing/stub-api.ts';
import { DocumentationTab, type KnownKey } from './documentation-tab.tsx';
import { fieldsOf, nameOf, portalOperations } from './open-api.ts';

const resourceId = '0197a0d0-0000-7000-8000-000000000081';
const resources = 'GET /api/portal/resources';
const one = `GET /api/portal/resources/${resourceId}`;
const openApi = {
  paths: {
    '/api/portal/resources/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    data: {
                      type: 'object',
                      properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

async function open(calls: Parameters<typeof stubApi>[0], known: KnownKey[] = []) {
  const api = stubApi({
    'GET /api/openapi.json': () => json(openApi),
    [resources]: () => envelope({ resources: [{ id: resourceId, title: 'Optics', cover: null }], next: null }),
    ...calls,
  });
  await renderPage('/app/system/apiKey', () => <DocumentationTab known={known} />);
  return api;
}

async function unfold(path: string) {
  const summary = (await screen.findByText(path)).closest('summary');
  if (!summary) throw new Error(`${path} is not there`);
  await userEvent.click(summary);
  return within(summary.parentElement as HTMLElement);
}

describe('the documentation', () => {
  it('lists every portal call with a description', () => {
    const declared = endpoints.filter(({ path }) => path.startsWith('/portal/')).map(({ id }) => id);
    expect(declared.length).toBeGreaterThan(10);
    const described = portalOperations.map(({ id }) => id);
    expect(declared.filter((id) => !described.includes(id))).toEqual([]);
    expect(Object.keys(english.apiKey.documentation.operations).sort()).toEqual(portalOperations.map(nameOf).sort());
  });

  it('lists the fields of an answer however deep they are', () => {
    const within = (name: string, schema: object) => ({ type: 'object', properties: { [name]: schema } });
    const list = (items: object) => ({ type: 'array', items });
    const resource = within('cover', { anyOf: [within('url', { type: 'string' }), { type: 'null' }] });
    const home = within('slots', list(within('items', list(within('resource', resource)))));
    expect(fieldsOf(home).at(-1)).toEqual({ name: 'slots[].items[].resource.cover.url', type: 'string' });
  });

  it('runs an example with a pasted key, takes the first published thing, and shows what came', async () => {
    const api = await open({ [one]: () => envelope({ title: '<b>Optics</b>' }) });
    await userEvent.type(screen.getByLabelText('Key'), 'lk_pasted');
    const call = await unfold('/api/portal/resources/{id}');
    expect(await call.findByText(/uuid · required/)).toBeTruthy();
    await userEvent.click(call.getByRole('button', { name: 'Run' }));
    const answer = within(await call.findByRole('region', { name: /^Response from/ }));
    expect(answer.getByText('200')).toBeTruthy();
    expect(answer.getByText(/"title": "<b>Optics<\/b>"/)).toBeTruthy();
    expect(call.getByLabelText<HTMLInputElement>('id').value).toBe(resourceId);
    const [sent] = api.sent(one);
    expect(sent?.headers.authorization).toBe('Bearer lk_pasted');
    expect(call.getByText('tags[]')).toBeTruthy();
  });

  it('asks again with the ETag that came', async () => {
    const answered = () => {
      const response = envelope({ resources: [], next: null });
      response.headers.set('etag', '"abc"');
      return response;
    };
    const api = await open({
      [resources]: ({ headers }) => (headers['if-none-match'] ? new Response(null, { status: 304 }) : answered()),
    });
    await userEvent.type(screen.getByLabelText('Key'), 'lk_pasted');
    const call = await unfold('/api/portal/resources');
    await userEvent.click(call.getByRole('button', { name: 'Run' }));
    await userEvent.click(await call.findByRole('button', { name: 'Run again with ETag' }));
    expect(await call.findByText('304')).toBeTruthy();
    expect(api.sent(resources).at(-1)?.headers['if-none-match']).toBe('"abc"');
  });

  it('shows a refusal as it came', async () => {
    await open({ [resources]: () => failure(403, 'Not this scope', {}, 403) });
    await userEvent.type(screen.getByLabelText('Key'), 'lk_pasted');
    const call = await unfold('/api/portal/resources/{id}');
    await userEvent.click(call.getByRole('button', { name: 'Run' }));
    expect(await call.findByText('403')).toBeTruthy();
    expect(call.getByText(/Not this scope/)).toBeTruthy();
  });

  it('says what is missing: a key, published content, a readable body', async () => {
    const api = await open({ [resources]: () => envelope({ resources: [], next: null }) });
    const call = await unfold('/api/portal/resources/{id}');
    await userEvent.click(call.getByRole('button', { name: 'Run' }));
    expect(call.getByText('Choose or paste a key first.')).toBeTruthy();
    expect(api.sent(resources)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Key'), 'lk_pasted');
    await userEvent.click(call.getByRole('button', { name: 'Run' }));
    expect(await call.findByText('Publish something first to try this request.')).toBeTruthy();
    const events = await unfold('/api/portal/events');
    await userEvent.type(events.getByLabelText('Body'), '}');
    await userEvent.click(events.getByRole('button', { name: 'Run' }));
    expect(events.getByText('Enter valid JSON.')).toBeTruthy();
    expect(api.sent('POST /api/portal/events')).toEqual([]);
  });

  it('offers a key that was made on this page, and stores none anywhere', async () => {
    const api = await open({ [one]: () => envelope({}) }, [{ id: 'a', name: 'Public site', secret: 'lk_made' }]);
    expect(screen.getByLabelText<HTMLSelectElement>('Created on this page').value).toBe('a');
    const call = await unfold('/api/portal/resources/{id}');
    await userEvent.click(call.getByRole('button', { name: 'Run' }));
    await call.findByRole('region', { name: /^Response from/ });
    expect(api.sent(one)[0]?.headers.authorization).toBe('Bearer lk_made');
    const kept = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      location.href,
    ];
    expect(kept.join()).not.toContain('lk_made');
  });

  it('copies a call for a terminal and for a server, without the key', async () => {
    await open({});
    await userEvent.type(screen.getByLabelText('Key'), 'lk_pasted');
    const call = await unfold('/api/portal/search');
    await userEvent.click(call.getByRole('button', { name: 'Copy as curl' }));
    const curl = await navigator.clipboard.readText();
    expect(curl).toContain('/api/portal/search');
    expect(curl).toContain('Authorization: Bearer $PORTAL_KEY');
    await userEvent.click(call.getByRole('button', { name: 'Copy as fetch' }));
    expect(await navigator.clipboard.readText()).toContain('process.env.PORTAL_KEY');
    expect(curl).not.toContain('lk_pasted');
  });

  it('finds a call by a part of its path or of its words', async () => {
    await open({});
    await userEvent.type(screen.getByLabelText('Find a request'), 'reports');
    expect(await screen.findByText('/api/portal/resources/{id}/reports')).toBeTruthy();
    expect(screen.queryByText('/api/portal/home')).toBeNull();
  });
});
