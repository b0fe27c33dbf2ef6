import { useEffect, useState } from 'react';
import { mayBeLeft } from '../../features/upload/left-mark.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { uploadOrders } from '../../lib/uploads.ts';
import { useStore } from '../../lib/use-store.ts';

const UploadTray = lazyPage(() => import('../../features/upload/upload-tray.tsx').then((module) => module.UploadTray));

/** Brings the tray in with the first file, or where a visit before this one left something unfinished. */
export function UploadHost() {
  const user = useCurrentUser();
  const orders = useStore(uploadOrders);
  const [wanted, setWanted] = useState(() => mayBeLeft(user.id));
  useEffect(() => {
    if (orders.length > 0) setWanted(true);
  }, [orders]);
  return wanted ? <UploadTray key={user.id} /> : null;
}
