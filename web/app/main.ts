import { inChunkTime } from '../lib/chunk-time.ts';
import { loadCoreTexts } from '../lib/i18n/language.ts';
import { followSystemTheme, paint, preferences } from '../lib/theme.ts';
import { showStartFailure } from './start-failure.ts';
import '../styles/tokens.css';
import '../styles/base.css';

/** Kept small: it sets the theme before the first paint, then loads code and texts in parallel. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the app');
  paint();
  followSystemTheme();
  try {
    const program = import('./bootstrap.tsx');
    const [{ bootstrap }] = await inChunkTime(() => Promise.all([program, loadCoreTexts(preferences.get().language)]));
    bootstrap(root);
  } catch {
    showStartFailure(root);
  }
}

void start();
