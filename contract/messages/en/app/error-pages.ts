/** Texts of /403, /404 and pages without permission. */
export const errorPages = {
  forbidden: {
    title: 'You don’t have access to this page',
    titleNamed: 'You don’t have access to “{page}”',
    missingPermission: 'None of your permission groups allow this page.',
    missingAbility: 'You need the role {role} or higher to open this page. Your role is {ownRole}.',
    unknownPage: 'Your role or permission groups don’t allow this page.',
    ask: 'Request access',
    why: 'See why',
    asking: 'Sending…',
    note: 'Why do you need it? (optional)',
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
    moved: 'Check the address for typos. Deleted items are in their list’s Trash.',
    similar: 'Were you looking for one of these?',
  },
  back: 'Back',
  search: 'Search',
};

export type ErrorPagesTexts = typeof errorPages;
