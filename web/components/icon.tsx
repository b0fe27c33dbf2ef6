import type { iconNames } from '@lectern/contract/icons.ts';
import type { IconName, InterfaceIcon } from '../lib/icon-name.ts';
import './icon.css';

/**
 * An icon on a 16 px grid. `body` is a closed path, solid in the filled variant; `cut` is drawn on top of it and cut
 * out there; `lines` are outside any body and become heavier.
 */
type IconShape = { body?: string; cut?: string; lines?: string };

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`;
}

/** A rectangle with rounded corners. */
function box(x: number, y: number, width: number, height: number, corner = 1): string {
  const arc = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`;
  const across = width - 2 * corner;
  const down = height - 2 * corner;
  return (
    `M${x + corner} ${y}h${across}${arc(corner, corner)}v${down}${arc(-corner, corner)}` +
    `h${-across}${arc(-corner, -corner)}v${-down}${arc(corner, -corner)}z`
  );
}

function cog(x: number, y: number, outer: number, inner: number): string {
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

/** Icons of controls and messages, not used by route records. */
const interfaceIcons: Record<InterfaceIcon, IconShape> = {
  search: { lines: `${circle(7, 7, 4.5)}M10.4 10.4l3.3 3.3` },
  bell: { body: 'M3 12.2 4.2 10.5V7a3.8 3.8 0 0 1 7.6 0v3.5L13 12.2z', lines: 'M6.7 14.3h2.6' },
  menu: { lines: 'M2.5 4h11M2.5 8h11M2.5 12h11' },
  close: { lines: 'm4 4 8 8M12 4l-8 8' },
  check: { lines: 'm3.5 8.5 3 3 6-7' },
  plus: { lines: 'M8 3v10M3 8h10' },
  chevronDown: { lines: 'm4.5 6.5 3.5 3.5 3.5-3.5' },
  chevronRight: { lines: 'm6.5 4.5 3.5 3.5-3.5 3.5' },
  copy: {
    body: box(5.5, 5.5, 8, 8),
    lines: 'M3.5 10.5h-.2a.8.8 0 0 1-.8-.8V3.3a.8.8 0 0 1 .8-.8h6.4a.8.8 0 0 1 .8.8v.2',
  },
  download: { lines: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11' },
  refresh: { lines: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 2.3v2.9h-2.9' },
  sun: {
    body: circle(8, 8, 2.8),
    lines: 'M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  },
  moon: { body: 'M13.3 9.6A5.7 5.7 0 0 1 6.4 2.7 5.7 5.7 0 1 0 13.3 9.6z' },
  monitor: { body: box(2, 3, 12, 8), lines: 'M6 13.5h4M8 11v2.5' },
  rows: { lines: 'M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11' },
  rowsWide: { lines: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h11' },
  language: {
    lines: `${circle(8, 8, 5.7)}M2.3 8h11.4M8 2.3c1.6 1.6 2.4 3.5 2.4 5.7S9.6 12.1 8 13.7C6.4 12.1 5.6 10.2 5.6 8S6.4 3.9 8 2.3z`,
  },
  keyboard: { body: box(1.5, 4, 13, 8.5), cut: 'M4 6.8h.1M6.7 6.8h.1M9.3 6.8h.1M12 6.8h.1M5 10h6' },
  logOut: { lines: 'M6.5 2.5h-4v11h4M6.5 8h7M10.8 5.2 13.6 8l-2.8 2.8' },
  eye: { body: 'M1.5 8S3.8 3.7 8 3.7 14.5 8 14.5 8 12.2 12.3 8 12.3 1.5 8 1.5 8z', cut: circle(8, 8, 1.9) },
  eyeOff: {
    lines:
      'M2.5 2.5l11 11M6.3 4c.5-.2 1.1-.3 1.7-.3 4.2 0 6.5 4.3 6.5 4.3a11 11 0 0 1-1.8 2.3M4.2 5.2A11 11 0 0 0 1.5 8s2.3 4.3 6.5 4.3c1.3 0 2.4-.4 3.3-.9',
  },
  lock: { body: box(3, 7, 10, 6.5), lines: 'M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2' },
  device: { body: box(3, 3.5, 10, 7), lines: 'M1.5 13h13' },
  phone: { body: box(4.5, 1.5, 7, 13), cut: 'M7.3 12.5h1.4' },
  offline: {
    lines:
      'M2 2.5l12 11M4 7.3a6 6 0 0 1 2-1.3M8.5 5.5a6 6 0 0 1 3.6 1.8M2 5.2a9 9 0 0 1 1.8-1.2M7.5 2.8a9 9 0 0 1 6.5 2.4M6 9.8a3.2 3.2 0 0 1 2-.8M8 12.5v.1',
  },
  info: { body: circle(8, 8, 5.7), cut: 'M8 7.3v3.5M8 5.2v.1' },
  warning: { body: 'M8 2.6 14 13H2z', cut: 'M8 6.5v3M8 11.3v.1' },
  problem: { body: circle(8, 8, 5.7), cut: 'M8 4.9v3.7M8 10.9v.1' },
  done: { body: circle(8, 8, 5.7), cut: 'm5.5 8.2 1.8 1.8 3.3-3.8' },
  megaphone: { body: 'M3 6.5h2.5L12 3.5v9L5.5 9.5H3z', lines: 'M5.5 9.5v3.5H7.5M13.8 7v2' },
  more: { body: `${circle(3.2, 8, 0.6)}${circle(8, 8, 0.6)}${circle(12.8, 8, 0.6)}` },
  arrowUp: { lines: 'M8 13V3.5M4 7l4-4 4 4' },
  arrowDown: { lines: 'M8 3v9.5M4 9l4 4 4-4' },
  chevronLeft: { lines: 'm9.5 4.5-3.5 3.5 3.5 3.5' },
  chevronFirst: { lines: 'm11.5 4.5-3.5 3.5 3.5 3.5M5 4.5v7' },
  edit: { body: 'M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2z' },
  ban: { body: circle(8, 8, 5.7), cut: 'M4.2 4.2l7.6 7.6' },
  upload: { lines: 'M8 10.5V3M4.8 6 8 2.8 11.2 6M2.5 13.5h11' },
  trash: { body: 'M4 5h8l-.7 8.5H4.7z', lines: 'M2.5 4.5h11M6.5 4.3V2.5h3v1.8' },
  undo: { lines: 'M6 3.5 2.8 6.7 6 9.9M3 6.7h6.3a3.3 3.3 0 0 1 0 6.6H6.5' },
  operations: { body: `${box(2, 3, 12, 3.5)}${box(2, 9.5, 12, 3.5)}`, cut: 'M4.5 4.75h4M4.5 11.25h7' },
  document: {
    body: 'M4 2h5.5L12.5 5v8.2a.8.8 0 0 1-.8.8H4.3a.8.8 0 0 1-.8-.8V2.8A.8.8 0 0 1 4.3 2z',
    cut: 'M9.3 2.2V5.2h3M5.8 8h4.4M5.8 10.7h4.4',
  },
  video: { body: box(1.8, 4, 8.4, 8), lines: 'm10.6 7 3.6-2v6l-3.6-2' },
  audio: { lines: 'M2.5 6.5v3M5.25 4v8M8 2.5v11M10.75 5v6M13.5 6.5v3' },
  image: { body: box(2, 3, 12, 10), cut: `${circle(5.6, 6.3, 1.1)}M2.3 11.8 6 8.5l2.2 2 2.5-2.7 3.1 3.3` },
  tag: { body: 'M2.5 3.3v4.2l6.3 6.2 4.9-4.9-6.2-6.3H3.3a.8.8 0 0 0-.8.8z', cut: 'M5.3 5.3h.1' },
  clock: { body: circle(8, 8, 5.7), cut: 'M8 4.8V8l2.2 1.5' },
  send: { body: 'M2.5 8 13.5 2.8 10.3 13.2 7.6 9.3z', cut: 'M7.6 9.3 13.3 3' },
  moveTo: {
    body: 'M2 12V4a.8.8 0 0 1 .8-.8h3.4L7.9 5h5.3a.8.8 0 0 1 .8.8V12a.8.8 0 0 1-.8.8H2.8A.8.8 0 0 1 2 12z',
    cut: 'M5.5 9h5M8.5 7l2 2-2 2',
  },
  grip: { lines: 'M6 4h.1M10 4h.1M6 8h.1M10 8h.1M6 12h.1M10 12h.1' },
  pin: { body: 'M5.5 2.5h5l-.6 4.2 2.1 2.3H4l2.1-2.3z', lines: 'M8 9v4.5' },
  play: { body: 'M5 3.2 12.5 8 5 12.8z' },
  pause: { body: `${box(4, 3, 2.4, 10)}${box(9.6, 3, 2.4, 10)}` },
  tiles: { body: `${box(2.5, 2.5, 4.5, 4.5)}${box(9, 2.5, 4.5, 4.5)}${box(2.5, 9, 4.5, 4.5)}${box(9, 9, 4.5, 4.5)}` },
  filter: { body: 'M2.5 3.5h11L9.3 8.6v4.4l-2.6-1.3V8.6z' },
};

/** Icons used by route records. */
const pageIcons: Record<(typeof iconNames)[number], IconShape> = {
  home: { body: 'M2.5 7.2 8 2.5l5.5 4.7v5.8a.6.6 0 0 1-.6.6H3.1a.6.6 0 0 1-.6-.6z', cut: 'M6.5 13.5V9.5h3v4' },
  star: {
    body: 'm8 2.1 1.8 3.7 4.1.6-3 2.85.7 4.05L8 11.4l-3.6 1.9.7-4.05-3-2.85 4.1-.6z',
  },
  mail: { body: box(2, 3.5, 12, 9), cut: 'm2.3 4.5 5.7 4.5 5.7-4.5' },
  folder: { body: 'M2 12V4a.8.8 0 0 1 .8-.8h3.4L7.9 5h5.3a.8.8 0 0 1 .8.8V12a.8.8 0 0 1-.8.8H2.8A.8.8 0 0 1 2 12z' },
  columns: { body: box(2.5, 3, 5, 4.5, 0.8) + box(2.5, 10, 5, 3, 0.8) + box(10, 3, 3.5, 10, 0.8) },
  list: { lines: 'M2.5 4h11M2.5 8h11M2.5 12h11' },
  book: {
    body: 'M3.5 12V4A1.5 1.5 0 0 1 5 2.5h7.5v11H5A1.5 1.5 0 0 1 3.5 12z',
    cut: 'M3.5 12A1.5 1.5 0 0 1 5 10.5h7.5',
  },
  course: {
    body: 'M8 3 1.5 6 8 9l6.5-3z',
    lines: 'M4.2 7.6v3c1 1.1 2.3 1.6 3.8 1.6s2.8-.5 3.8-1.6v-3M14.5 6.2v3.6',
  },
  chart: { lines: 'M2.5 2.5v11h11M5.5 11V8.5M8.5 11V5M11.5 11V7' },
  activity: { lines: 'M1.5 8.5h2.7l1.8-5 3.2 9 2-4h3.3' },
  records: { body: box(3, 2.5, 10, 11), cut: 'M5.5 5.5h5M5.5 8h5M5.5 10.5h2.5' },
  convert: { lines: 'M2.5 5.5H13l-2.5-2.5M13.5 10.5H3L5.5 13' },
  shield: { body: 'M8 2l5 1.8v4c0 3.2-2.1 5.3-5 6.2-2.9-.9-5-3-5-6.2v-4z' },
  shieldAlert: {
    body: 'M8 2l5 1.8v4c0 3.2-2.1 5.3-5 6.2-2.9-.9-5-3-5-6.2v-4z',
    cut: 'M8 5.2v3M8 10.7v.1',
  },
  scan: { lines: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M4.5 8h7' },
  microphone: {
    body: 'M8 10a2.2 2.2 0 0 0 2.2-2.2V4.2a2.2 2.2 0 0 0-4.4 0v3.6A2.2 2.2 0 0 0 8 10z',
    lines: 'M3.5 7.8a4.5 4.5 0 0 0 9 0M8 12.3v1.9',
  },
  captions: { body: box(2, 3, 12, 10), cut: 'M4.5 10h3M9.5 10h2M4.5 7.5h1.5M8 7.5h3.5' },
  sparkle: { body: 'm7.5 2.5 1.4 4.1L13 8l-4.1 1.4-1.4 4.1-1.4-4.1L2 8l4.1-1.4z', lines: 'M12.8 2v2.4M11.6 3.2H14' },
  layout: { body: box(2.5, 3, 11, 10), cut: 'M2.5 6.2h11M6.5 6.2V13' },
  gear: { body: cog(8, 8, 6.2, 4.7), cut: circle(8, 8, 2) },
  college: { body: 'M2 6.5 8 3l6 3.5z', lines: 'M3.8 6.5v4.5M6.6 6.5v4.5M9.4 6.5v4.5M12.2 6.5v4.5M2 13.2h12' },
  department: {
    body: box(6, 2.5, 4, 3, 0.6) + box(2, 10.5, 4, 3, 0.6) + box(10, 10.5, 4, 3, 0.6),
    lines: 'M8 5.5V8M4 10.5V8h8v2.5',
  },
  position: {
    body: box(3, 4, 10, 9.5),
    cut: `${circle(8, 7.6, 1.4)}M5.6 11.5c.4-1.1 1.3-1.6 2.4-1.6s2 .5 2.4 1.6`,
    lines: 'M6.5 4V2.5h3V4',
  },
  people: {
    body: `${circle(6, 5.2, 2.3)}M1.8 13.2c0-2.2 1.9-3.7 4.2-3.7s4.2 1.5 4.2 3.7z`,
    lines: 'M10.6 3.1a2.3 2.3 0 0 1 0 4.3M12 9.9c1.4.5 2.3 1.6 2.3 3.3',
  },
  task: { body: box(2.5, 2.5, 11, 11, 1.5), cut: 'm5.3 8.2 1.9 1.8 3.5-4' },
  key: { body: circle(10.5, 5.5, 3), lines: 'm8.3 7.7-5.8 5.8M4.7 11.3l1.7 1.7' },
  audit: { body: circle(8, 8, 5.7), cut: 'M8 4.8v3.4l2.2 1.3' },
  health: {
    body: 'M8 13.4S2.2 10 2.2 6.2A3 3 0 0 1 8 5a3 3 0 0 1 5.8 1.2C13.8 10 8 13.4 8 13.4z',
    cut: 'M4.6 8.2h1.6l1-1.8 1.4 3.2.9-1.4h1.9',
  },
  sliders: {
    body: circle(10, 4.5, 1.8) + circle(6, 11.5, 1.8),
    lines: 'M2.5 4.5h5.5M12 4.5h1.5M2.5 11.5H4M8 11.5h5.5',
  },
  person: { body: `${circle(8, 5.2, 2.7)}M2.8 13.5c0-2.6 2.3-4.2 5.2-4.2s5.2 1.6 5.2 4.2z` },
};

type BaseName = (typeof iconNames)[number] | InterfaceIcon;

export type { IconName };

const shapes: Record<BaseName, IconShape> = { ...pageIcons, ...interfaceIcons };

function shapeOf(name: IconName): { shape: IconShape; filled: boolean } {
  const filled = name.endsWith('Filled');
  const base = (filled ? name.slice(0, -'Filled'.length) : name) as BaseName;
  return { shape: shapes[base], filled };
}

/** Decorative: the text beside it says the same. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  const { shape, filled } = shapeOf(name);
  const classes = ['icon', filled && 'icon-filled', className].filter(Boolean).join(' ');
  return (
    <svg className={classes} viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" focusable="false">
      {shape.body && <path className="icon-body" d={shape.body} />}
      {shape.cut && <path className={shape.body ? 'icon-cut' : undefined} d={shape.cut} />}
      {shape.lines && <path className="icon-lines" d={shape.lines} />}
    </svg>
  );
}
