import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Tabs } from '../tabs.tsx';
import { countWords } from './count-words.ts';

type Props = {
  tabs: readonly string[];
  names: Record<string, string>;
  counts: Record<string, BoundedCount> | undefined;
  active: string;
  onChange: (tab: string) => void;
  children: ReactNode;
};

export function ListTabs({ tabs, names, counts, active, onChange, children }: Props) {
  const { list } = useTexts();
  const format = useFormat();
  const shown = tabs.map((id) => {
    const count = counts?.[id];
    return { id, label: names[id] ?? id, count: count && countWords(count, format) };
  });
  return (
    <Tabs label={list.tabs} tabs={shown} active={active} onChange={onChange}>
      {children}
    </Tabs>
  );
}
