import type { MailValues } from '@lectern/contract/features/mail-text.ts';
import { type Language, locales } from '@lectern/contract/language.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { messagesIn } from '../../../platform/messages.ts';

export type MailPerson = {
  id: string;
  name: string;
  account: string;
  email: string | null;
  role_id: number;
  language: Language;
  college: string | null;
  department: string | null;
  position: string | null;
};

export async function listMailPeople(db: Executor, ids: readonly string[]): Promise<MailPerson[]> {
  const { rows } = await sql<MailPerson>`
    select users.id, users.name, users.account, users.email, users.role_id, users.language,
      colleges.name as college, departments.name as department, positions.name as position
    from users
      left join departments on departments.id = users.department_id
      left join colleges on colleges.id = departments.college_id
      left join positions on positions.id = users.position_id
    where users.id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

type Surroundings = { sender: string; platform: string; link: string; timeZone: string };

/** What fills the places of a text for one person, in the language of that person. */
export function valuesFor(person: MailPerson, { sender, platform, link, timeZone }: Surroundings): MailValues {
  const { language } = person;
  return {
    name: person.name,
    account: person.account,
    email: person.email ?? '',
    college: person.college ?? '',
    department: person.department ?? '',
    position: person.position ?? '',
    role: messagesIn(language).words.roles[person.role_id as RoleId],
    sender,
    platform,
    link,
    date: new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(new Date()),
  };
}
