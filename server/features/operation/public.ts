export { getActor } from './actor.repository.ts';
export { backgroundContext } from './background-context.ts';
export type { OperationService } from './operation.service.ts';
