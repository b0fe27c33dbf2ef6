import { lazyPart } from '../../../lib/lazy-part.tsx';

/** Dialogs of the page: their code and their look come when the first is opened. */
export const MergeDialog = lazyPart(async () => (await import('./merge-dialog.tsx')).MergeDialog);
export const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
