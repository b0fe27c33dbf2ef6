/** Who sees something published. `campus`: only readers whom the site has checked to belong to the university. */
export const audiences = ['everyone', 'campus'] as const;
export type Audience = (typeof audiences)[number];

/** Wherever nothing was chosen: showing something to the world is a decision. */
export const defaultAudience: Audience = 'campus';
