import type { iconNames } from '@lectern/contract/icons.ts';
import type { IconName, InterfaceIcon } from '../lib/icon-name.ts';
import type { IconShape } from './icon-shape.ts';
import { interfaceIcons } from './interface-icons.ts';
import { pageIcons } from './page-icons.ts';
import './icon.css';

type BaseName = (typeof iconNames)[number] | InterfaceIcon;

export type { IconName };

const shapes: Record<BaseName, IconShape> = { ...pageIcons, ...interfaceIcons };

function shapeOf(name: IconName): { shape: IconShape; filled: boolean } {
  const filled = name.endsWith('Filled');
  const base = (filled ? name.slice(0, -'Filled'.length) : name) as BaseName;
  return { shape: shapes[base], filled };
}

/** Decorative: whoever uses it says the same in words. */
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
