export const apiKeyScopes = ['content', 'search', 'media', 'events', 'reports'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Prefix of every key, so that secret scanners can recognise leaked ones. */
export const apiKeyStart = 'lk_';
