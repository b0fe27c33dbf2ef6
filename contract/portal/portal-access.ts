/** What a key may be used for. */
export const apiKeyScopes = ['content', 'search', 'media', 'events', 'reports'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** `campus`: the site has checked that its readers belong to the university; `everyone`: only what is for everybody. */
export const audiences = ['everyone', 'campus'] as const;
export type Audience = (typeof audiences)[number];

/** How every key begins, so that one that got into a repository is recognised by those who look for such things. */
export const apiKeyStart = 'lk_';
