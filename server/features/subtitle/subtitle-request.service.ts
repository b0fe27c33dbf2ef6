import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import type { CommandDependencies, SubtitleCommandService } from './subtitle-command.service.ts';
import { findOpenJob } from './subtitle-jobs.repository.ts';

type Dependencies = Pick<CommandDependencies, 'requireUncovered'> & {
  db: Db;
  queue: JobQueue;
  commands: Pick<SubtitleCommandService, 'take'>;
  /** Whether the operator has set up a language model. */
  hasModel(): boolean;
};
type Kind = 'burnIn' | 'translateSubtitle';

/** Requests long subtitle jobs; a repeated request returns the open job. */
export class SubtitleRequestService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  burnIn(context: SignedInContext, id: string): Promise<{ jobId: string }> {
    return this.#ask(context, id, 'burnIn', {});
  }

  async translate(context: SignedInContext, id: string, language: string): Promise<{ jobId: string }> {
    if (!this.#dependencies.hasModel()) throw new AppError('noLanguageModel');
    return this.#ask(context, id, 'translateSubtitle', { language });
  }

  #ask(context: SignedInContext, id: string, kind: Kind, more: { language?: string }): Promise<{ jobId: string }> {
    const { db, queue, commands, requireUncovered } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const { track, resource } = await commands.take(transaction, context, id);
      if (track.cues === 0 || more.language === track.language) throw new AppError('illegalMove');
      await requireUncovered(transaction, context, resource.id);
      const input = { subtitleId: id, textId: track.text_id, number: track.number, ...more };
      const waiting = await findOpenJob(transaction, kind, input);
      if (waiting) return { jobId: waiting };
      const jobId = await queue.enqueue(transaction, { kind, input, requestedBy: context.principal.userId });
      await recordActivity(transaction, context, {
        action: `subtitle.${kind === 'burnIn' ? 'burnInAsked' : 'translationAsked'}`,
        objectType: 'subtitle',
        objectId: id,
        after: { number: track.number, ...more },
      });
      return { jobId };
    });
  }
}
