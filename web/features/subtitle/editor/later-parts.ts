import { lazyPart } from '../../../lib/lazy-part.tsx';

/** Parts of the editor that wait until someone wants them: their code and their look come by then. */
export const AddLanguageDialog = lazyPart(async () => (await import('./add-language-dialog.tsx')).AddLanguageDialog);
export const FixAll = lazyPart(async () => (await import('./fix-all.tsx')).FixAll);
export const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);
export const RawView = lazyPart(async () => (await import('./raw-view.tsx')).RawView);
export const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameDialog);
/** Its room is kept for it: the text can be worked on before. */
export const Timeline = lazyPart(async () => (await import('../timeline/timeline.tsx')).Timeline);
export const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
