/** What a key may be used for. */
export const apiKeyScopes = ['content', 'search', 'media', 'events', 'reports'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** How every key begins, so that one that got into a repository is recognised by those who look for such things. */
export const apiKeyStart = 'lk_';
