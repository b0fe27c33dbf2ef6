import {
  cancelOperation,
  getOperation,
  listOperationItems,
  listOperations,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { OperationService } from './operation.service.ts';

export function registerOperations(registry: EndpointRegistry, operations: OperationService): void {
  registry.handle(startOperation, ({ body }, context) => operations.start(context, body));
  registry.handle(listOperations, ({ query }, { principal }) =>
    operations.list(principal.userId, { after: query.after, size: query.size }),
  );
  registry.handle(getOperation, ({ params }, { principal }) => operations.get(principal.userId, params.id));
  registry.handle(listOperationItems, ({ params, query }, { principal }) =>
    operations.listItems(principal.userId, params.id, { state: query.state, after: query.after, size: query.size }),
  );
  registry.handle(cancelOperation, ({ params }, context) => operations.cancel(context, params.id));
  registry.handle(undoOperation, ({ params }, context) => operations.undo(context, params.id));
}
