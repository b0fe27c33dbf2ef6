import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

const tabs = [
  { id: 'one', label: 'One' },
  { id: 'two', label: 'Two', count: 3 },
] as const;

function Sample() {
  const [active, setActive] = useState<'one' | 'two'>('one');
  return (
    <Tabs label="Parts" tabs={tabs} active={active} onChange={setActive}>
      content of {active}
    </Tabs>
  );
}

it('shows the content of the chosen tab, named by it', async () => {
  render(<Sample />);
  expect(screen.getByRole('tabpanel', { name: 'One' }).textContent).toBe('content of one');
  await userEvent.click(screen.getByRole('tab', { name: /Two/ }));
  expect(screen.getByRole('tabpanel').textContent).toBe('content of two');
});

it('moves by arrow keys, round the end, with one stop for Tab', async () => {
  render(<Sample />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('Two 3');
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0]);
  await userEvent.keyboard('{Home}');
  expect(screen.getByRole('tab', { name: 'One' }).getAttribute('aria-selected')).toBe('true');
});
