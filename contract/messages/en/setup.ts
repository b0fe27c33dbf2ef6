/** The checklist of a new installation. */
export const setup = {
  title: 'Set up Lectern',
  progress: '{done} of {count} done',
  hide: 'Hide',
  hidden: 'Checklist hidden',
  undo: 'Undo',
  done: 'Done',
  open: 'Not done yet',
  steps: {
    organisation: {
      title: 'Organisation',
      text: 'Add a college and its first department.',
      links: ['Colleges', 'Departments'],
    },
    people: { title: 'People', text: 'Create accounts, or import a list.', links: ['Users'] },
    mail: { title: 'Mail server', text: 'Needed for invitations and notifications by mail.', links: ['Settings'] },
    upload: { title: 'First upload', text: 'Add a document, video, recording or image.', links: ['Resource library'] },
    publication: { title: 'First publication', text: 'Publish a resource to your site.', links: ['All resources'] },
  },
};

export type SetupTexts = typeof setup;
