import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { navigate } from '../lib/navigation.ts';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path within Lectern. */
  to: string;
  ref?: Ref<HTMLAnchorElement>;
};

/** Modified clicks (new tab, new window, download) belong to the browser. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link to another page of Lectern that doesn't reload the app. */
export function AppLink({ to, onClick, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}
