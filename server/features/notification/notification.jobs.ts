import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { SystemMail } from '../mail/public.ts';

/** In the morning, before people start work. */
export function digestJob(mail: () => SystemMail): JobDefinition {
  return {
    kind: 'digest',
    concurrency: 1,
    limitSeconds: 1800,
    schedule: '5 7 * * *',
    load: async () => {
      const { sendDigests } = await import('./digest.ts');
      return async (_job, { db, signal }) => ({ result: { mails: await sendDigests(db, mail(), signal) } });
    },
  };
}
