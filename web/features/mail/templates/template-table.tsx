import type { MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { newMailHref } from '../mail-href.ts';
import { SubjectShown } from '../subject-shown.tsx';
import '../../../components/table.css';

export type TemplateDeed = { kind: 'edit' | 'delete'; template: MailTemplate };

type Props = { templates: readonly MailTemplate[]; onDeed: (deed: TemplateDeed) => void };

export function TemplateTable({ templates, onDeed }: Props) {
  const texts = useTexts().mail.templates;
  const format = useFormat();
  return (
    <div className="mail-templates-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col" className="table-end">
              {texts.used}
            </th>
            <th scope="col">{texts.changed}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {templates.map((template) => {
            const { id, name, subject, mails, updatedAt } = template;
            return (
              <tr key={id}>
                <td>
                  <span className="table-strong">{name}</span>
                  <small>
                    <SubjectShown subject={subject} />
                  </small>
                </td>
                <td className="table-end">{format.number(mails)}</td>
                <td className="table-quiet">
                  <time dateTime={updatedAt} title={format.dateTime(updatedAt)}>
                    {format.relativeTime(updatedAt)}
                  </time>
                </td>
                <td className="table-end mail-template-deeds">
                  <IconButton
                    icon="send"
                    label={fillText(texts.write, { name })}
                    onClick={() => navigate(newMailHref(id))}
                  />
                  <IconButton
                    icon="edit"
                    label={fillText(texts.edit, { name })}
                    onClick={() => onDeed({ kind: 'edit', template })}
                  />
                  <IconButton
                    icon="trash"
                    label={fillText(texts.delete, { name })}
                    onClick={() => onDeed({ kind: 'delete', template })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
