import { type RouteId, routes as records } from '../../../routes.ts';

/** Page names by route ID; in English, the names in the route records. */
export const routes = Object.fromEntries(records.map((record) => [record.id, record.name])) as Record<RouteId, string>;

export type RoutesTexts = typeof routes;
