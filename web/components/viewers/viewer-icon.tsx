import type { ButtonHTMLAttributes, Ref } from 'react';
import './viewer.css';

/** Icons used only by viewers, so they are loaded with them. */
const shapes = {
  play: 'M4.5 2.8v10.4L13 8z',
  pause: 'M5 3v10M11 3v10',
  back: 'M3.5 3v10M12.5 3.5 6 8l6.5 4.5z',
  forward: 'M12.5 3v10M3.5 3.5 10 8l-6.5 4.5z',
  sound: 'M2.5 6v4H5l3.5 3V3L5 6zM11 5.8a3 3 0 0 1 0 4.4M12.8 4a5.5 5.5 0 0 1 0 8',
  muted: 'M2.5 6v4H5l3.5 3V3L5 6zM11 6.3l3.2 3.4M14.2 6.3 11 9.7',
  fullScreen: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  zoomIn: 'M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM10.4 10.4l3.3 3.3M7 5v4M5 7h4',
  zoomOut: 'M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM10.4 10.4l3.3 3.3M5 7h4',
  pages: 'M2.5 3h4v4h-4zM2.5 9h4v4h-4zM9 4h4.5M9 6h3M9 10h4.5M9 12h3',
  up: 'm4 10 4-4 4 4',
  down: 'm4 6 4 4 4-4',
  turnLeft: 'M3 8a5 5 0 1 0 1.5-3.6M2.8 2.3v2.9h2.9',
  turnRight: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 2.3v2.9h-2.9',
  crop: 'M4.5 1.5v10h10M1.5 4.5h10v10',
  boxes: 'M2.5 3h11v3.5h-11zM2.5 9.5h7.5V13H2.5z',
  wrap: 'M2.5 4h11M2.5 8h9a2 2 0 0 1 0 4H8M9.8 10.2 8 12l1.8 1.8M2.5 12H5',
} as const;
type ViewerIconName = keyof typeof shapes;

/** Decorative, because the button has a label. */
export function ViewerIcon({ name }: { name: ViewerIconName }) {
  const solid = name === 'play';
  return (
    <svg className="icon" viewBox="0 0 16 16" width={16} height={16} aria-hidden="true" focusable="false">
      <path d={shapes[name]} fill={solid ? 'currentColor' : 'none'} />
    </svg>
  );
}

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label'> & {
  icon: ViewerIconName;
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

export function ViewerButton({ icon, label, className, ...rest }: Props) {
  return (
    <button title={label} {...rest} type="button" aria-label={label} className={`icon-button ${className ?? ''}`}>
      <ViewerIcon name={icon} />
    </button>
  );
}
