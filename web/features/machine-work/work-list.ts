import { stepKinds } from '@lectern/contract/features/job.ts';
import {
  asrList,
  exportAsr,
  exportOcr,
  exportWork,
  listAsr,
  listOcr,
  listWork,
  ocrList,
  type WorkRow,
  workList,
} from '@lectern/contract/features/machine-work.ts';
import type { ListDefinition } from '../../components/list-page/list-definition.ts';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { textHref } from '../../components/work/text-href.ts';
import { uploadAction } from '../../components/work/upload-action.ts';
import { currentCauseWords } from '../../components/work/work-words.ts';
import { currentHeadings } from '../../lib/i18n/in-language.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import { WorkOverview } from './overview/work-overview.tsx';
import { runAllAction, runMissingAction, workActionsOf } from './work-actions.ts';
import { readingColumns, workColumns } from './work-columns.tsx';

type Definition = ListDefinition<WorkRow>;

function textsOf({ work, resource, routes }: Texts, list: 'work' | 'ocr' | 'asr'): ReturnType<Definition['texts']> {
  const { page, declaration } = {
    work: { page: 'data.convert', declaration: workList },
    ocr: { page: 'handle.img', declaration: ocrList },
    asr: { page: 'handle.asr', declaration: asrList },
  }[list] as { page: 'data.convert' | 'handle.img' | 'handle.asr'; declaration: typeof workList };
  return {
    title: routes[page],
    search: work.search,
    emptyTitle: work.empty[list].title,
    emptyText: work.empty[list].text,
    emptyTabs: work.emptyTabs,
    columns: currentHeadings(declaration.columns),
    tabs: work.tabs,
    filters: work.filters,
    values: {
      kind: work.steps,
      state: work.states,
      cause: currentCauseWords(),
      resourceKind: resource.kinds,
      check: work.checks,
      language: currentLanguageNames(),
      missing: work.gaps,
    },
  };
}

const labelOf = (row: WorkRow) => row.resource.title;

/** All machine work. A row leads to its log, its name to the resource. */
export const workListView: Definition = {
  list: workList,
  endpoint: listWork,
  exportEndpoint: exportWork,
  icon: 'convert',
  mainColumn: 'state',
  opens: true,
  labelOf,
  columns: workColumns,
  actions: workActionsOf('work'),
  first: uploadAction,
  more: [runMissingAction('work', stepKinds)],
  Above: WorkOverview,
  texts: (texts) => textsOf(texts, 'work'),
};

const shared = { mainColumn: 'resource', opens: true, labelOf, columns: readingColumns, first: uploadAction } as const;

export const ocrListView: Definition = {
  ...shared,
  list: ocrList,
  endpoint: listOcr,
  exportEndpoint: exportOcr,
  icon: 'image',
  href: (row, view) => textHref(row.resource, view),
  actions: workActionsOf('ocr'),
  more: [runAllAction('ocr')],
  primary: runMissingAction('ocr', ['ocr']),
  texts: (texts) => textsOf(texts, 'ocr'),
};

export const asrListView: Definition = {
  ...shared,
  list: asrList,
  endpoint: listAsr,
  exportEndpoint: exportAsr,
  icon: 'audio',
  href: (row, view) => textHref(row.resource, view),
  actions: workActionsOf('asr'),
  more: [runAllAction('asr')],
  primary: runMissingAction('asr', ['asr']),
  texts: (texts) => textsOf(texts, 'asr'),
};
