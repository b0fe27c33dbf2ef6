import { lazyPart } from '../../lib/lazy-part.tsx';

/** Dialogs whose code and styles load on demand. */
export const RerunDialog = lazyPart(async () => (await import('./rerun-dialog.tsx')).RerunDialog);
export const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
