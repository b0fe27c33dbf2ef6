import { askForAccess, findMyAccessRequest } from '@lectern/contract/features/access-request.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { AccessRequestService, AskedAccess } from './access-request.service.ts';

export function registerAccessRequests(registry: EndpointRegistry, requests: AccessRequestService): void {
  registry.handle(askForAccess, async ({ body }, context) =>
    present(await requests.ask(context, body.page, body.note)),
  );
  registry.handle(findMyAccessRequest, async ({ query }, context) => {
    const asked = await requests.findMine(context, query.page);
    return asked ? present(asked) : null;
  });
}

function present({ task, page }: AskedAccess) {
  const state = task.state as 'open' | 'doing' | 'done' | 'cancelled';
  return { taskId: task.id, page, askedAt: task.created_at.toISOString(), state };
}
