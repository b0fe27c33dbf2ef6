/** Session cookie for requests that the browser makes without our code (media, live events, page data). */
export const sessionCookie = 'lectern_session';
/** Marks a browser that has signed in before; doesn't identify the current user. */
export const deviceCookie = 'lectern_device';
