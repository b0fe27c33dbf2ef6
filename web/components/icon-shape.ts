/**
 * One icon on a 16 px grid. `body` is closed and becomes solid in the filled variant, `cut` is drawn on top of it and
 * cut out there, `lines` stand outside of any body and become heavier.
 */
export type IconShape = { body?: string; cut?: string; lines?: string };

export function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`;
}

/** A rectangle with softly rounded corners. */
export function box(x: number, y: number, width: number, height: number, corner = 1): string {
  const arc = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`;
  const across = width - 2 * corner;
  const down = height - 2 * corner;
  return (
    `M${x + corner} ${y}h${across}${arc(corner, corner)}v${down}${arc(-corner, corner)}` +
    `h${-across}${arc(-corner, -corner)}v${-down}${arc(corner, -corner)}z`
  );
}

/** A cog wheel with eight teeth. */
export function cog(x: number, y: number, outer: number, inner: number): string {
  const teeth = 8;
  const points: string[] = [];
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const middle = (tooth / teeth) * 2 * Math.PI - Math.PI / 2;
    for (const [offset, radius] of [
      [-0.24, inner],
      [-0.15, outer],
      [0.15, outer],
      [0.24, inner],
    ] as const) {
      const angle = middle + offset;
      points.push(`${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`);
    }
  }
  return `M${points.join('L')}z`;
}
