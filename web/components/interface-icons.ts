import type { InterfaceIcon } from '../lib/icon-name.ts';
import { box, circle, type IconShape } from './icon-shape.ts';

/** Icons of controls and messages, which no route record names. */
export const interfaceIcons: Record<InterfaceIcon, IconShape> = {
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
};
