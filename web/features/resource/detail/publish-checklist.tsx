import type { PublishField } from '@lectern/contract/features/required-fields.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import './publish-checklist.css';

/** States from which a resource may still be published. */
const unpublished: readonly ResourceState[] = ['draft', 'processing', 'ready', 'in_review', 'rejected', 'offline'];

type Props = {
  resource: ResourceDetailView;
  /** Opens the form with the fields. */
  onForm: () => void;
};

/** The fields that are required before publishing; empty ones lead to their place in the form. */
export function PublishChecklist({ resource, onForm }: Props) {
  const { resource: texts, resourceDetail } = useTexts();
  const { number } = useFormat();
  const { required, missing, state, mayEdit } = resource;
  if (missing.length === 0 || !unpublished.includes(state)) return null;
  const names = { ...texts.fields, tagIds: texts.fields.tags, subjectId: texts.fields.subject };
  const counts = { done: number(required.length - missing.length), count: number(required.length) };
  const open = (field: PublishField) => {
    onForm();
    // The form is drawn first, if another tab was open.
    requestAnimationFrame(() => focusField(field));
  };
  return (
    <Banner tone="info" label={resourceDetail.checklist}>
      <strong>{fillText(resourceDetail.checklistTitle, counts)}</strong>
      <ul className="publish-checklist">
        {required.map((field) => (
          <li key={field} data-done={!missing.includes(field) || undefined}>
            {!missing.includes(field) ? (
              <>
                <Icon name="check" />
                {names[field]}
                <span className="visually-hidden">{resourceDetail.checklistDone}</span>
              </>
            ) : mayEdit ? (
              <Button
                size="small"
                aria-label={fillText(resourceDetail.checklistAdd, { field: names[field] })}
                onClick={() => open(field)}
              >
                {names[field]}
              </Button>
            ) : (
              names[field]
            )}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Form fields by the names that the checklist uses. */
const formNames: Readonly<Partial<Record<PublishField, string>>> = { tagIds: 'tags' };

function focusField(field: PublishField): void {
  const place = document.querySelector(`[data-field="${formNames[field] ?? field}"]`);
  const control = place?.querySelector<HTMLElement>('input, select, textarea');
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}
