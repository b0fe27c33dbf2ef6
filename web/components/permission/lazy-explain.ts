import { loadPageTexts } from '../../lib/i18n/language.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

/** Pages that explain only now and then fetch it, with its words, when someone asks. */
export const LazyExplainDialog = lazyPart(async () => {
  const [{ ExplainDialog }] = await Promise.all([import('./explain-dialog.tsx'), loadPageTexts('permissionGroup')]);
  return ExplainDialog;
});

export const LazyExplainChain = lazyPart(async () => {
  const [{ ExplainChain }] = await Promise.all([import('./explain-chain.tsx'), loadPageTexts('permissionGroup')]);
  return ExplainChain;
});
