import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { type RuleKind, ruleKinds, taskPriorities } from './task-kinds.ts';

const page = '/app/system/task' as const;
const manage = { kind: 'page', pages: [page], ability: 'admin' } as const;
const named = z.strictObject({ id: z.uuid(), name: z.string() });
const priority = z.union(taskPriorities.map((value) => z.literal(value)));
const kind = z.enum(ruleKinds as [RuleKind, ...RuleKind[]]);

/** Who gets tasks of a kind in a college, or where no college-specific route exists. */
const taskRoute = z.strictObject({
  college: named.nullable(),
  position: named.nullable(),
  person: named.nullable(),
  /** Number of people in the position there; with 0, the fallback gets the task. */
  holders: z.number().int(),
});
export type TaskRoute = z.output<typeof taskRoute>;

/** Who gets a task if no route applies. */
const taskFallbacks = ['owner', 'department', 'administrators'] as const;
export type TaskFallback = (typeof taskFallbacks)[number];

const taskRuleRow = z.strictObject({
  kind,
  enabled: z.boolean(),
  /** Can't be switched off, because Lectern depends on it. */
  always: z.boolean(),
  priority,
  dueDays: z.number().int().nullable(),
  fallback: z.enum(taskFallbacks),
  open: z.number().int(),
  routes: z.array(taskRoute),
});
export type TaskRuleRow = z.output<typeof taskRuleRow>;

export const listTaskRules = defineEndpoint({
  id: 'taskRule.list',
  method: 'GET',
  path: '/system/taskRules',
  access: manage,
  summary: 'List the rules that create tasks, with priority, due date and assignees',
  output: z.array(taskRuleRow),
});

export const updateTaskRule = defineEndpoint({
  id: 'taskRule.update',
  method: 'PATCH',
  path: '/system/taskRules/{kind}',
  access: manage,
  summary: 'Enable or disable a rule, or change its priority and due date; open tasks are unchanged',
  params: z.strictObject({ kind }),
  body: z.strictObject({
    enabled: z.boolean().optional(),
    priority: priority.optional(),
    dueDays: z.number().int().min(0).max(365).nullable().optional(),
  }),
  output: taskRuleRow,
});

export const saveTaskRoutes = defineEndpoint({
  id: 'taskRule.saveRoutes',
  method: 'PUT',
  path: '/system/taskRules/{kind}/routes',
  access: manage,
  summary: 'Set who gets the tasks of a rule, by college',
  params: z.strictObject({ kind }),
  body: z.strictObject({
    routes: z
      .array(
        z
          .strictObject({
            collegeId: z.uuid().nullable(),
            positionId: z.uuid().nullable(),
            userId: z.uuid().nullable(),
          })
          .refine((route) => (route.positionId === null) !== (route.userId === null), problem('personOrPosition')),
      )
      .max(200),
  }),
  output: taskRuleRow,
});
