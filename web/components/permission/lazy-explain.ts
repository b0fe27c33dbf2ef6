import { loadPageTexts } from '../../lib/i18n/language.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

/** Loads the dialog and its texts on demand, because most visits never open it. */
export const LazyExplainDialog = lazyPart(async () => {
  const [{ ExplainDialog }] = await Promise.all([import('./explain-dialog.tsx'), loadPageTexts('permissionGroup')]);
  return ExplainDialog;
});

export const LazyExplainChain = lazyPart(async () => {
  const [{ ExplainChain }] = await Promise.all([import('./explain-chain.tsx'), loadPageTexts('permissionGroup')]);
  return ExplainChain;
});
