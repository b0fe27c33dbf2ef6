import { isApiError } from '../lib/api-error.ts';

/** What the server said about single inputs, by the last step of their path: `settings.platformName` → platformName. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {};
  const fields = error.details?.fields ?? [];
  return Object.fromEntries(fields.map(({ path, message }) => [path.split('.').at(-1) ?? path, message]));
}
