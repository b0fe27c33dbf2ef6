export { ownedTasks, taskChecks } from './owned-tasks.ts';
export { listAdministrators } from './rules/route.repository.ts';
export { unassignOpenTasks } from './task.repository.ts';
export type { Task, TaskService } from './task.service.ts';
