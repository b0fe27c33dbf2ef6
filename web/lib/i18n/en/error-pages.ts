/** What /403, /404 and a page without permission say. */
export const errorPages = {
  forbidden: {
    title: 'You may not open this page',
    titleNamed: 'You may not open “{page}”',
    missingPermission: 'Your permission groups do not open {path}.',
    missingAbility: 'This page is for {role} and above; you are {ownRole}.',
    unknownPage: 'You followed a link to a page that your role or permission groups do not allow.',
    ask: 'Ask for access',
    why: 'Why is it closed?',
    asking: 'Asking…',
    note: 'What do you need it for? (optional)',
    send: 'Send request',
    cancel: 'Cancel',
    asked: 'Asked {when}. Whoever can grant it has it among their to-dos; you are notified.',
    askedAgain: 'You asked for this already, {when}. Whoever can grant it has it among their to-dos.',
    nowAllowed: 'You may open this page now.',
    open: 'Open it',
  },
  notFound: {
    title: 'There is no such page',
    text: 'Nothing in Lectern has the address {path}.',
    textBare: 'Nothing in Lectern has the address you asked for.',
    moved:
      'It may have been mistyped, or the link is from another system. Things that were deleted are in the trash of their list.',
    similar: 'Were you looking for one of these?',
  },
  back: 'Back',
  search: 'Search',
};

export type ErrorPagesTexts = typeof errorPages;
