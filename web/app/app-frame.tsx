import { Outlet } from '@tanstack/react-router';
import { Shell } from './shell/shell.tsx';

export function AppFrame() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
