/** Who can see a published item. `campus`: only readers the site has verified as university members. */
export const audiences = ['everyone', 'campus'] as const;
export type Audience = (typeof audiences)[number];

/** Campus only by default, so nothing becomes public unless someone chooses it. */
export const defaultAudience: Audience = 'campus';
