/** Texts of /403, /404 and pages without permission. */
export const errorPages = {
  forbidden: {
    title: 'You don’t have access to this page',
    titleNamed: 'You don’t have access to “{page}”',
    missingPermission: 'None of your permission groups give access to this page.',
    missingAbility: 'You need the role {role} or higher to open this page. Your role is {ownRole}.',
    unknownPage: 'Your role or permission groups don’t give access to this page.',
    ask: 'Request access',
    why: 'View my permissions',
    asking: 'Sending…',
    note: 'Why do you need access? (optional)',
    send: 'Send request',
    cancel: 'Cancel',
    asked: 'Access requested {when}. We’ll notify you of the decision.',
    askedAgain: 'You already requested access {when}. We’ll notify you of the decision.',
    nowAllowed: 'You can open this page now',
    open: 'Open page',
  },
  notFound: {
    title: 'Page not found',
    text: 'There’s no page at {path}.',
    textBare: 'There’s no page at this address.',
    moved: 'Check the address for typos. Looking for something you deleted? Check the Trash tab of its list.',
    similar: 'Were you looking for one of these?',
  },
  back: 'Back',
  search: 'Search',
};

export type ErrorPagesTexts = typeof errorPages;
