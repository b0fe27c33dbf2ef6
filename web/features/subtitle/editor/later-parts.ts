import { lazyPart } from '../../../lib/lazy-part.tsx';

/** Parts of the editor whose code and styles load on demand. */
export const AddLanguageDialog = lazyPart(async () => (await import('./add-language-dialog.tsx')).AddLanguageDialog);
export const FixAll = lazyPart(async () => (await import('./fix-all.tsx')).FixAll);
export const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);
export const RawView = lazyPart(async () => (await import('./raw-view.tsx')).RawView);
export const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameDialog);
/** Its space is reserved, so that the text can be edited before it has loaded. */
export const Timeline = lazyPart(async () => (await import('../timeline/timeline.tsx')).Timeline);
export const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
