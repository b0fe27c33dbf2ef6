import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { getPortalColumn, listPortalColumns } from '@lectern/contract/portal/portal-column.ts';
import { getPortalCourse, listPortalCourses } from '@lectern/contract/portal/portal-course.ts';
import { takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import { getPortalHome } from '@lectern/contract/portal/portal-home.ts';
import { openPortalMedia } from '@lectern/contract/portal/portal-media.ts';
import { reportPortalResource } from '@lectern/contract/portal/portal-report.ts';
import { getPortalResource, listPortalPages, listPortalResources } from '@lectern/contract/portal/portal-resource.ts';
import { searchPortal } from '@lectern/contract/portal/portal-search.ts';
import { listPortalSubjects } from '@lectern/contract/portal/portal-subject.ts';

/** Every call of the portal, in the order in which a site comes to need them. A test holds them equal to the contract. */
export const portalOperations: readonly Endpoint[] = [
  getPortalHome,
  listPortalColumns,
  getPortalColumn,
  listPortalSubjects,
  listPortalCourses,
  getPortalCourse,
  listPortalResources,
  getPortalResource,
  listPortalPages,
  searchPortal,
  openPortalMedia,
  takePortalEvents,
  reportPortalResource,
];

/** `portal.home` → home */
export function nameOf({ id }: Pick<Endpoint, 'id'>): string {
  return id.slice(id.indexOf('.') + 1);
}

export function isWriting({ method }: Pick<Endpoint, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
