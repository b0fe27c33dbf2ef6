import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { stepDeeds, type TreeDeed } from '../../../components/tree/tree-menu.tsx';
import type { Adding } from '../../../components/tree/tree-view.tsx';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { chapterHref } from '../course-href.ts';
import type { CatalogueDeeds } from './use-catalogue-deeds.ts';

type Options = {
  nodes: readonly CatalogueNode[];
  deeds: CatalogueDeeds;
  texts: Texts;
  editable: boolean;
  onRename: (id: string) => void;
  onAdd: (adding: Adding) => void;
  onPreview: (id: string) => void;
};

/** Everything that can be done to a chapter; moves only where they lead somewhere. */
export function chapterMenu(node: CatalogueNode, options: Options): TreeDeed[] {
  const { nodes, deeds, texts, editable, onRename, onAdd, onPreview } = options;
  const words = texts.chapter.deeds;
  const { id, parentId } = node;
  const look: TreeDeed[] = [
    { id: 'open', label: words.open, icon: 'edit', run: () => navigate(chapterHref(id)) },
    { id: 'preview', label: words.preview, icon: 'eye', run: () => onPreview(id) },
  ];
  if (!editable) return look;
  const steps = stepDeeds(nodes, id, words, (to) => deeds.place(id, to));
  return [
    ...look,
    {
      id: 'beside',
      label: words.beside,
      icon: 'plus',
      keys: 'Insert',
      separated: true,
      run: () => onAdd({ parentId, afterId: id }),
    },
    { id: 'below', label: words.below, icon: 'plus', keys: '+', run: () => onAdd({ parentId: id, afterId: null }) },
    { id: 'rename', label: words.rename, icon: 'edit', keys: 'Enter', run: () => onRename(id) },
    {
      id: 'show',
      label: node.visible ? words.hide : words.show,
      icon: node.visible ? 'eyeOff' : 'eye',
      run: () => deeds.show(node, !node.visible),
    },
    ...steps.map((deed, at) => (at === 0 ? { ...deed, separated: true as const } : deed)),
    {
      id: 'remove',
      label: words.remove,
      icon: 'trash',
      keys: 'Delete',
      look: 'danger',
      separated: true,
      run: () => void deeds.remove(node),
    },
  ];
}
