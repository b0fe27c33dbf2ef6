import { currentLanguage } from '../lib/i18n/language.ts';
import { recentFailures } from '../lib/recent-failures.ts';

/** What support needs to find a fault. No tokens, no texts of the user; addresses without their search. */
export function diagnosticsOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  const failures = recentFailures();
  return [
    `Lectern ${import.meta.env.VITE_LECTERN_VERSION ?? 'development'}`,
    `at ${new Date().toISOString()}`,
    `page ${window.location.pathname}`,
    `language ${currentLanguage()}, ${window.innerWidth} × ${window.innerHeight}`,
    navigator.userAgent,
    '',
    stack,
    ...(failures.length > 0 ? ['', ...failures] : []),
  ].join('\n');
}
