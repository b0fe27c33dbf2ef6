import type { iconNames } from '@lectern/contract/icons.ts';
import { box, circle, cog, type IconShape } from './icon-shape.ts';

/** The icons that route records name. */
export const pageIcons: Record<(typeof iconNames)[number], IconShape> = {
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
