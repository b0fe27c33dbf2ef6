import { type MailAudience, nobody } from '@lectern/contract/features/mail.ts';
import { mailPage, mailRig } from './mail-rig.ts';
import { MailSink, type SinkAnswer } from './mail-sink.ts';
import { type Identity, startTestApp, type TestApp } from './test-app.ts';

/** An application with a real mail server, departments in two colleges, and an editor of one of them. */
export type MailOffice = {
  test: TestApp;
  rig: ReturnType<typeof mailRig>;
  sink: MailSink;
  /** How the server responds to an address; it accepts all others. */
  answers: Map<string, SinkAnswer>;
  departments: { law: string; civil: string; biology: string };
  college: string;
  lawyer: Identity;
  close(): Promise<void>;
};

export async function openMailOffice(): Promise<MailOffice> {
  const answers = new Map<string, SinkAnswer>();
  const sink = new MailSink({ answer: (address) => answers.get(address) ?? 'take' });
  await sink.open();
  const test = await startTestApp({ SMTP_URL: sink.url, MAIL_FROM: 'Lectern <lectern@campus.test>' });
  const { organisation, mailLoop } = test.container.services;
  const context = await test.context(test.admin);
  const college = await organisation.createCollege(context, { code: 'HUM', name: 'Humanities' });
  const other = await organisation.createCollege(context, { code: 'SCI', name: 'Sciences' });
  const law = await organisation.createDepartment(context, { collegeId: college, code: 'LAW', name: 'Law' });
  const civil = await organisation.createDepartment(context, {
    ...{ collegeId: college, parentId: law, code: 'CIV', name: 'Civil law' },
  });
  const biology = await organisation.createDepartment(context, { collegeId: other, code: 'BIO', name: 'Biology' });
  const lawyer = await test.identity({ roleId: 3, pages: [mailPage], departmentId: law, name: 'Lawyer' });
  await test.db.updateTable('users').set({ email: 'admin@campus.test' }).where('id', '=', test.admin.userId).execute();
  mailLoop.start();
  return {
    ...{ test, rig: mailRig(test), sink, answers, departments: { law, civil, biology }, college, lawyer },
    async close() {
      await mailLoop.stop();
      await test.close();
      await sink.close();
    },
  };
}

export const audienceOf = (change: Partial<MailAudience>): MailAudience => ({ ...nobody, ...change });
