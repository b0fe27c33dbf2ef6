/** Of the bundled models, and of how they are put to work; it changes when what is read may change. */
export const version = 'v4 (1)';
