import { lazyPart } from '../../../lib/lazy-part.tsx';

/** Below the viewer, and so after it. */
export const FactCards = lazyPart(async () => (await import('./fact-cards.tsx')).FactCards);
