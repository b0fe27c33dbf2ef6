import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/** Conditions on a row of the table `courses`. */

/** Within the data scope; `false` for a course without a department, where SQL would not know. */
export function inScope(principal: Principal): RawBuilder<boolean> {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`courses.department_id`,
    ownerId: sql`courses.owner_id`,
  });
  return sql<boolean>`coalesce(${scope}, false)`;
}

/** Named among those who teach or edit it. */
export function isNamed(principal: Principal): RawBuilder<boolean> {
  return sql<boolean>`exists (select from course_people person where person.course_id = courses.id
    and person.user_id = ${principal.userId} and person.part in ('teacher', 'editor'))`;
}

/** What this person may read: the data scope, their own, those they work on, and everything that is published. */
export function readable(principal: Principal): RawBuilder<boolean> {
  if (dataScopeOf(principal).kind === 'all') return sql<boolean>`true`;
  return sql<boolean>`(courses.state = 'published' or courses.owner_id = ${principal.userId}
    or ${inScope(principal)}
    or exists (select from course_people person where person.course_id = courses.id
      and person.user_id = ${principal.userId}))`;
}
