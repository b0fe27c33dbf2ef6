import { apiBase } from '@lectern/contract/constants.ts';

/** The address of a file as something to keep, under its own name. */
export function downloadOf(url: string): string {
  return `${apiBase}${url}?download=true`;
}
