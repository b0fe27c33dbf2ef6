import { accessRecordPage } from '@lectern/contract/features/access-record.ts';
import { type AccessFigure, type LibraryFigure, recordsOf, resourcesOf } from '@lectern/contract/statistics/figure.ts';

/** The list of records that a figure counts. */
export function recordsHref(figure: AccessFigure): string {
  return `${accessRecordPage}?${new URLSearchParams(recordsOf(figure))}`;
}

/** The list of resources that a figure counts. */
export function resourcesHref(figure: LibraryFigure): string {
  const query = new URLSearchParams(resourcesOf(figure)).toString();
  return `/app/resource/info${query ? `?${query}` : ''}`;
}
