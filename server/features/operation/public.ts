export { backgroundContext, getActor } from './background-context.ts';
export type { OperationService } from './operation.service.ts';
