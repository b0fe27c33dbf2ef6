/** Everything Lectern says, in one language. English is the model; every other language is checked against it. */
export type Messages = typeof import('./en/all.ts');
/** What the login page, the session and failed requests say. */
export type CoreMessages = Messages['core'];
/** What comes with the app; the rest comes with the pages that say it. */
export type AppMessages = typeof import('./en/app.ts');
export type PageArea = Exclude<keyof Messages, keyof AppMessages | 'core'>;
