import type { PagePath } from '@lectern/contract/routes.ts';

export const adminPassword = 'lamp beside the atlas';
export const password = 'a chair by the window';

export type Person = {
  name: string;
  roleId: 1 | 2 | 3 | 4;
  /** Pages that this person's permission group allows. */
  pages?: readonly PagePath[];
  inDepartment?: true;
  forbidden?: true;
  mustChangePassword?: true;
};

/**
 * Everyone the tests sign in as, by account. A test that changes its account (theme, password, sessions, failed
 * sign-ins) has an account of its own, because tests run in parallel on one product.
 */
export const people = {
  super: { name: 'Susan Super', roleId: 1 },
  administrator: { name: 'Adam Administrator', roleId: 2 },
  specialist: {
    name: 'Rita Recruiter',
    roleId: 3,
    inDepartment: true,
    pages: [
      '/app/home/my',
      '/app/home/collect',
      '/app/email/list',
      '/app/resource/info',
      '/app/course/list',
      '/app/sensitive/resource',
      '/app/handle/img',
      '/app/system/health',
      '/app/system/settings',
    ],
  },
  reader: { name: 'Ulla User', roleId: 4, pages: ['/app/home/my'] },
  nobody: { name: 'Nora Nopage', roleId: 4 },

  forbidden: { name: 'Fred Forbidden', roleId: 3, forbidden: true },
  newcomer: { name: 'Nina Newcomer', roleId: 3, mustChangePassword: true, pages: ['/app/home/my'] },
  guessed: { name: 'Gus Guessed', roleId: 3 },
  asker: { name: 'Asta Asker', roleId: 4, pages: ['/app/home/my'] },
  granter: { name: 'Greta Granter', roleId: 1 },
  painter: { name: 'Paul Painter', roleId: 2 },
  polyglot: { name: '李明', roleId: 2 },
  traveller: { name: 'Tara Traveller', roleId: 2 },
  changer: { name: 'Chris Changer', roleId: 3, pages: ['/app/home/my'] },
  renamer: { name: 'Rob Renamer', roleId: 3, pages: ['/app/home/my'] },
  editor: { name: 'Edith Editor', roleId: 2 },
  rival: { name: 'Rex Rival', roleId: 2 },
  keeper: { name: 'Kim Keeper', roleId: 2 },
  lister: { name: 'Lou Lister', roleId: 2 },
  clerk: { name: 'Carl Clerk', roleId: 2 },
  helper: { name: 'Hugo Helper', roleId: 2 },
  curator: { name: 'Cora Curator', roleId: 2 },
  recommender: { name: 'Rhea Recommender', roleId: 2 },
  uploader: { name: 'Uma Uploader', roleId: 4, pages: ['/app/home/my', '/app/resource/library'] },
  archivist: { name: 'Arno Archivist', roleId: 2 },
  pager: { name: 'Pam Pager', roleId: 2 },
  listener: { name: 'Lea Listener', roleId: 2 },
  scribe: { name: 'Sven Scribe', roleId: 2 },
  successor: { name: 'Sara Successor', roleId: 2 },
  summariser: { name: 'Sam Summariser', roleId: 2 },
  titler: { name: 'Tilda Titler', roleId: 2 },
  reviewer: { name: 'Rena Reviewer', roleId: 2 },
  organiser: { name: 'Olga Organiser', roleId: 1 },
  auditor: { name: 'Aldo Auditor', roleId: 1 },
  doer: { name: 'Dora Doer', roleId: 2 },
  member: { name: 'Mona Member', roleId: 4, pages: ['/app/home/my'] },
  colleague: { name: 'Cole Colleague', roleId: 2 },
  librarian: { name: 'Lina Librarian', roleId: 4, pages: ['/app/resource/library'] },
  secondLibrarian: { name: 'Lars Librarian', roleId: 4, pages: ['/app/resource/library'] },
} as const satisfies Record<string, Person>;

export type Account = keyof typeof people;
