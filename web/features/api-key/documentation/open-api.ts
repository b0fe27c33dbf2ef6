import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema };
type Content = { content?: Record<string, { schema: Schema }> };
type Described = { parameters: Parameter[]; requestBody?: Content; responses: Record<string, Content> };
type OpenApi = { paths: Record<string, Record<string, Described>> };

export const openApiAddress = `${apiBase}/openapi.json`;

/** The server's own description: what is shown of parameters is what it enforces. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> => {
    const response = await fetch(openApiAddress, { signal });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function describedIn(document: OpenApi | undefined, { path, method }: Endpoint): Described | undefined {
  return document?.paths[`${apiBase}${path}`]?.[method.toLowerCase()];
}

/** The fields of the payload of a successful answer. */
export function answerSchema(described: Described | undefined): Schema | undefined {
  const success = Object.entries(described?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content?.['application/json']?.schema.properties?.data;
}

/** `string`, `uuid`, `document | video`, `Course[]`: short enough to stand beside a name. */
export function typeName(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map(typeName))].join(' | ');
  if (schema.type === 'array') return schema.items ? `${typeName(schema.items)}[]` : 'array';
  if (schema.format) return schema.format;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
}

/** Fields under each other with dotted names, two steps deep: enough to see what comes. */
export function fieldsOf(schema: Schema | undefined, path = '', depth = 0): { name: string; type: string }[] {
  const inner = schema?.type === 'array' ? schema.items : schema;
  const objects = [inner, ...(inner?.anyOf ?? []), ...(inner?.oneOf ?? [])].filter((one) => one?.properties);
  if (objects.length === 0 || depth > 2) return [];
  const properties = Object.assign({}, ...objects.map((one) => one?.properties)) as Record<string, Schema>;
  return Object.entries(properties).flatMap(([field, value]) => {
    const name = path ? `${path}.${field}` : field;
    const isList = value.type === 'array';
    return [
      { name: isList ? `${name}[]` : name, type: typeName(value) },
      ...fieldsOf(value, isList ? `${name}[]` : name, depth + 1),
    ];
  });
}
