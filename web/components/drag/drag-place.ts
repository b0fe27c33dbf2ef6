/** Where something is let go, seen from the row that is under the pointer. */
export type Zone = 'before' | 'inside' | 'after';

/** What is being dragged: `kind` tells the lists of a page apart. */
export type Dragged = { kind: string; id: string; name: string };
export type DropPlace = { kind: string; id: string; zone: Zone };

/** The zone at a height within a row, of those that the row offers. Edges mean beside it, the middle means into it. */
export function zoneAt(zones: readonly Zone[], part: number): Zone | undefined {
  const beside = zones.filter((zone) => zone !== 'inside');
  if (beside.length === 0) return zones[0];
  const edge = zones.includes('inside') ? 0.28 : 0.5;
  if (part < edge && zones.includes('before')) return 'before';
  if (part >= 1 - edge && zones.includes('after')) return 'after';
  return zones.includes('inside') ? 'inside' : beside[0];
}
