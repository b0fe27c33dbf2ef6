import { z } from 'zod';
import type { ResourceFields } from './resource.ts';
import type { ResourceKind } from './resource-state.ts';

/** Fields that can be required before publishing; the title and the audience always have a value. */
export const publishFields = [
  'description',
  'tagIds',
  'language',
  'subjectId',
  'author',
  'year',
  'source',
  'licence',
  'altText',
] as const satisfies readonly (keyof ResourceFields)[];
export type PublishField = (typeof publishFields)[number];

const ofKind = z.array(z.enum(publishFields)).max(publishFields.length);
/** The fields that each kind of resource needs before it can be published. */
export const requiredFields = z.strictObject({
  document: ofKind,
  video: ofKind,
  audio: ofKind,
  image: ofKind,
} satisfies Record<ResourceKind, typeof ofKind>);
export type RequiredFields = z.output<typeof requiredFields>;

/** Only images have an alt text. */
export function mayRequire(kind: ResourceKind, field: PublishField): boolean {
  return field !== 'altText' || kind === 'image';
}

/** In the order of the form. */
export function requiredOf(required: RequiredFields, kind: ResourceKind): PublishField[] {
  return publishFields.filter((field) => mayRequire(kind, field) && required[kind].includes(field));
}

export function missingOf(fields: readonly PublishField[], values: Readonly<Record<string, unknown>>): PublishField[] {
  return fields.filter((field) => !isFilled(values[field]));
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
}
