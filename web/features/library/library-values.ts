import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { Library, updateLibrary } from '@lectern/contract/features/library.ts';
import type { CallRequest } from '../../lib/callable.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** Form values of a library's settings; unset values are empty strings. */
export type LibraryValues = {
  name: string;
  description: string;
  /** In gigabytes (10^9 bytes). */
  quota: string;
  contributors: Library['contributors'];
  defaultLanguage: string;
  defaultLicence: string;
  defaultVisibility: string;
  processing: Library['processing'];
};
type Changes = Omit<NonNullable<CallRequest<typeof updateLibrary>['body']>, 'version'>;

/** Processing steps that a library can leave to be run on request. */
export const rules = ['convert', 'ocr', 'asr'] as const;

const gigabyte = 1_000_000_000;

export function valuesOf(library: Library): LibraryValues {
  const { name, description, quotaBytes, contributors, defaultVisibility, processing } = library;
  return {
    ...{ name, description, contributors, defaultVisibility, processing },
    quota: quotaBytes === null ? '' : String(quotaBytes / gigabyte),
    defaultLanguage: library.defaultLanguage ?? '',
    defaultLicence: library.defaultLicence ?? '',
  };
}

export function quotaProblem(quota: string): boolean {
  if (quota.trim() === '') return false;
  const bytes = bytesOf(quota);
  return bytes === null || !Number.isSafeInteger(bytes) || bytes < 1;
}

/** Only changed fields, so other people's changes to the rest are kept. */
export function changesOf(library: Library, values: LibraryValues): Changes {
  const before = valuesOf(library);
  const changed = <Name extends keyof LibraryValues>(name: Name) => before[name] !== values[name];
  return {
    ...(changed('name') && { name: values.name }),
    ...(changed('description') && { description: values.description }),
    ...(changed('quota') && { quotaBytes: bytesOf(values.quota) }),
    ...(changed('contributors') && { contributors: values.contributors }),
    ...(changed('defaultLanguage') && {
      defaultLanguage: (values.defaultLanguage || null) as Library['defaultLanguage'],
    }),
    ...(changed('defaultLicence') && { defaultLicence: (values.defaultLicence || null) as Library['defaultLicence'] }),
    ...(changed('defaultVisibility') && {
      defaultVisibility: values.defaultVisibility as Library['defaultVisibility'],
    }),
    ...(rules.some((step) => before.processing[step] !== values.processing[step]) && {
      processing: values.processing,
    }),
  };
}

/** Accepts 1,5 as well as 1.5. */
function bytesOf(quota: string): number | null {
  const text = quota.trim().replace(',', '.');
  if (text === '' || !/^\d+(\.\d+)?$/.test(text)) return null;
  return Math.round(Number(text) * gigabyte);
}

/** Display name of a library; the user's own is “My library” instead of their name. */
export function shownName(
  { kind, owner, name }: Library,
  user: Pick<CurrentUser, 'id'>,
  { library }: Pick<Texts, 'library'>,
): string {
  return kind === 'personal' && owner?.id === user.id ? library.mine : name;
}
