/** The session for what a browser fetches without our code (media, live events, page data). */
export const sessionCookie = 'lectern_session';
/** Marks a browser that signed in before; says nothing about who is signed in now. */
export const deviceCookie = 'lectern_device';
