import type { Colours } from './draw-timeline.ts';

const names: Record<keyof Colours, string> = {
  text: '--timeline-text',
  quiet: '--timeline-quiet',
  line: '--timeline-line',
  surface: '--timeline-surface',
  cue: '--timeline-cue',
  chosen: '--timeline-chosen',
  wave: '--timeline-wave',
  warn: '--timeline-warn',
  now: '--timeline-now',
};

/** The colours of the theme, which a canvas does not know by itself. */
export function coloursOf(element: HTMLElement): { colours: Colours; font: string } {
  const style = getComputedStyle(element);
  const entries = Object.entries(names).map(([name, property]) => [name, style.getPropertyValue(property).trim()]);
  return { colours: Object.fromEntries(entries) as Colours, font: style.fontFamily || 'sans-serif' };
}
