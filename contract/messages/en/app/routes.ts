import { type RouteId, routes as records } from '../../../routes.ts';

/** Page names by route id: in English they are the names of the route records. */
export const routes = Object.fromEntries(records.map((record) => [record.id, record.name])) as Record<RouteId, string>;

export type RoutesTexts = typeof routes;
