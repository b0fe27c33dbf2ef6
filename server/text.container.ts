import { buildGlossary } from './glossary.container.ts';
import type { Executor } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { buildSubtitles } from './subtitle.container.ts';
import { buildTextWork } from './text-work.container.ts';

type Given = Omit<Parameters<typeof buildSubtitles>[0], 'drafts' | 'glossary' | 'requireFree'>;
type Surroundings = { reader: ListReader; exporter: ListExporter };

/** Part of the container: texts that machines write and people correct, which change with each other. */
export function buildTexts(given: Given) {
  const { db, publisher, pipeline } = given;
  const transcriptChanged = (transaction: Executor, id: string) => subtitles.transcriptChanged(transaction, id);
  const work = buildTextWork({ db, publisher, pipeline, transcriptChanged });
  const { drafts, glossary, requireFree } = work;
  const subtitles = buildSubtitles({ ...given, drafts, glossary, requireFree });
  const terms = buildGlossary({ db, ...work, subtitles });
  return {
    drafts,
    glossary,
    subtitles,
    actions: [...terms.actions, ...subtitles.actions],
    register(registry: EndpointRegistry, surroundings: Surroundings): void {
      work.register(registry);
      terms.register(registry, surroundings);
      subtitles.register(registry, surroundings);
    },
  };
}
