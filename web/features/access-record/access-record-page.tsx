import { useLocation } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { accessRecordListDefinition } from './record-list.tsx';

const RecordSheet = lazyPage(async () => (await import('./record-sheet.tsx')).RecordSheet);

/** The list of all access events. */
export function AccessRecordPage() {
  const { searchStr } = useLocation();
  return (
    <>
      <ListPage definition={accessRecordListDefinition} />
      {new URLSearchParams(searchStr).has('id') && <RecordSheet />}
    </>
  );
}
