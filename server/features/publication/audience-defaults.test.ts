import { audiences, defaultAudience } from '@lectern/contract/audience.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import { courseActionInputs } from '@lectern/contract/features/course.ts';
import { resourceActionInputs } from '@lectern/contract/features/resource-action.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

type Schema = { enum?: unknown[]; default?: unknown; properties?: Record<string, Schema> };

/** Every audience field of a request schema, with its default. */
function choicesIn(schema: unknown, path: string): [string, unknown][] {
  const { enum: values, default: chosen, properties = {} } = schema as Schema;
  const isAudience = values?.length === audiences.length && audiences.every((audience) => values.includes(audience));
  const own: [string, unknown][] = isAudience && chosen !== undefined ? [[path, chosen]] : [];
  return [...own, ...Object.entries(properties).flatMap(([name, below]) => choicesIn(below, `${path}.${name}`))];
}
const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('the default audience', () => {
  it('is campus only in every call', () => {
    const actions = Object.entries({ ...courseActionInputs, ...resourceActionInputs });
    const choices = [
      ...endpoints.flatMap(({ id, query, body }) => [
        ...choicesIn(schemaOf(query), `${id} query`),
        ...choicesIn(schemaOf(body), `${id} body`),
      ]),
      ...actions.flatMap(([id, input]) => choicesIn(schemaOf(input), `${id} action`)),
    ];
    expect(choices.length).toBeGreaterThanOrEqual(7);
    expect(choices.filter(([, chosen]) => chosen !== defaultAudience)).toEqual([]);
  });

  it('is campus only in every table', async () => {
    const { rows } = await sql<{ place: string; chosen: string | null }>`
      select table_name || '.' || column_name as place, column_default as chosen from information_schema.columns
      where table_schema = current_schema() and data_type = 'text'
        and column_name in ('audience', 'visibility')`.execute(test.db);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(rows.filter(({ chosen }) => chosen !== null && !chosen.startsWith(`'${defaultAudience}'`))).toEqual([]);
  });
});
