import { type TaskView, taskDetailEndpoints } from '@lectern/contract/features/task.ts';
import { taskPriorityWords, taskStateWords } from '@lectern/contract/features/task-words.ts';
import { useState } from 'react';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { Tabs } from '../../../components/tabs.tsx';
import { type Format, useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { CommentsTab } from './comments-tab.tsx';

const tabIds = ['comments', 'activity'] as const;

export function TaskDetailTabs({ task, onReverted }: { task: TaskView; onReverted: () => void }) {
  const texts = useTexts();
  const format = useFormat();
  const [chosen, choose] = useState<(typeof tabIds)[number]>('comments');
  const { tabs, tabsLabel } = texts.task.detail;
  const tab = (id: (typeof tabIds)[number]) => ({
    id,
    label: tabs[id],
    ...(id === 'comments' && task.comments > 0 && { count: task.comments }),
  });
  return (
    <div className="detail-side">
      <Tabs label={tabsLabel} tabs={tabIds.map(tab)} active={chosen} onChange={choose}>
        {chosen === 'comments' ? (
          <CommentsTab taskId={task.id} />
        ) : (
          <ActivityTab
            calls={taskDetailEndpoints}
            id={task.id}
            version={task.version}
            words={taskWords(texts, format)}
            current={{
              ...{ title: task.title, note: task.note, priority: task.priority, dueAt: task.dueAt },
              assigneeId: task.assignee?.id ?? null,
            }}
            onReverted={onReverted}
          />
        )}
      </Tabs>
    </div>
  );
}

/** Names for what activities hold. */
function taskWords(texts: Texts, format: Format): FieldWords {
  const { form, detail, filters, activities } = texts.task;
  const fields: Record<string, string> = {
    ...{ title: filters.title, note: form.note, priority: form.priority, dueAt: form.due, assigneeId: form.assignee },
    ...{ state: filters.state, snoozedUntil: detail.snoozed, closeNote: detail.closeNote, text: detail.comment },
  };
  const words: Record<string, Record<string, string>> = {
    priority: inLanguage(taskPriorityWords),
    state: inLanguage(taskStateWords),
  };
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      const isTime = (field === 'dueAt' || field === 'snoozedUntil') && typeof value === 'string';
      return isTime ? format.dateTime(value) : (words[field]?.[String(value)] ?? plainValue(value, texts.words.none));
    },
    action: (action) => activities[action] ?? action,
  };
}
