/** All messages in one language. Other languages are type-checked against English. */
export type Messages = typeof import('./en/all.ts');
/** Messages of the login page, the session and failed requests. */
export type CoreMessages = Messages['core'];
/** Messages that load with the app; the others load with the pages that use them. */
export type AppMessages = typeof import('./en/app.ts');
export type PageArea = Exclude<keyof Messages, keyof AppMessages | 'core'>;
