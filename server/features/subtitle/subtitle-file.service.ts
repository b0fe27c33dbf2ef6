import type { OutputOf } from '@lectern/contract/endpoint.ts';
import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import type { readSubtitleFile as readFile } from '@lectern/contract/features/subtitle-change.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import { diffCues } from '@lectern/contract/subtitle/diff-cues.ts';
import { readSubtitles } from '@lectern/contract/subtitle/read-subtitles.ts';
import type { SubtitleFormat } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { detectLanguage } from '../../engines/language/detect-language.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { listTracksOfMany } from './subtitle.repository.ts';
import type { SubtitleViewService, ViewDependencies } from './subtitle-view.service.ts';

const mostVideos = 2_000;

type Dependencies = Pick<ViewDependencies, 'db' | 'requireReadable'> & {
  views: SubtitleViewService;
  /** The videos matching a list view or the given ids, within this person's data scope. */
  resolve(principal: Principal, wanted: Chosen, limit: number): Promise<string[]>;
};
export type Chosen = { view?: string | undefined; ids?: readonly string[] | undefined };

/** Reads uploaded subtitle files without storing them, and exports many at once. */
export class SubtitleFileService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async read(
    context: SignedInContext,
    resourceId: string,
    { bytes, subtitleId }: { bytes: Uint8Array; subtitleId?: string | undefined },
  ): Promise<OutputOf<typeof readFile>> {
    const { db, requireReadable, views } = this.#dependencies;
    const { mayEdit } = await requireReadable(db, context.principal, resourceId);
    if (!mayEdit) throw new AppError('notYours');
    const found = readSubtitleFile(bytes);
    if (!subtitleId) return { ...found, difference: null };
    const { track, text, cues: before } = await views.get(context, subtitleId);
    if (track.resourceId !== resourceId) throw invalidField('subtitleId', 'notTrackOfVideo');
    return { ...found, difference: { baseId: text.id, before, rows: diffCues(before, found.cues) } };
  }

  /**
   * Yields files on demand. The last entry lists what was left out, such as subtitles of blocked items, by resource
   * id.
   */
  async archive(
    context: SignedInContext,
    wanted: Chosen & { format: SubtitleFormat; language?: string | undefined },
  ): Promise<{ entries: AsyncGenerator<{ name: string; text: string }> }> {
    const ids = await this.#dependencies.resolve(context.principal, wanted, mostVideos + 1);
    if (ids.length > mostVideos) throw new AppError('archiveTooMany', { params: { limit: mostVideos } });
    const tracks = (await listTracksOfMany(this.#dependencies.db, ids)).filter(
      (track) => !wanted.language || track.language === wanted.language,
    );
    if (tracks.length === 0) throw new AppError('notFound');
    const { views } = this.#dependencies;
    async function* entries() {
      const leftOut: string[] = [];
      for (const { id, resource_id: resourceId, language } of tracks) {
        try {
          yield await views.file(context, id, { format: wanted.format });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          leftOut.push(`${resourceId} (${language}): ${error.messageIn(context.language)}`);
        }
      }
      if (leftOut.length > 0) yield { name: 'left-out.txt', text: `${leftOut.join('\n')}\n` };
    }
    return { entries: entries() };
  }
}

/** Parses a subtitle file, detecting its encoding. */
export function readSubtitleFile(bytes: Uint8Array) {
  if (bytes.length === 0) throw new AppError('fileEmpty');
  const decoded = decodeText(bytes);
  if (!decoded) throw new AppError('unknownEncoding');
  const { format, cues, errors } = readSubtitles(decoded.text);
  const told = detectLanguage(cues.map((cue) => cue.text).join('\n'))?.language;
  const language = resourceLanguages.find((known) => known === told) ?? null;
  return { format, encoding: decoded.charset, cues, errors, problems: checkCues(cues), language };
}
