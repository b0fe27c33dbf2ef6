import type { ResourceVersion } from '@lectern/contract/features/resource.ts';
import { Card } from '../../../components/card.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { fileFacts } from './file-facts.ts';

/** What the file is, below what it shows. */
export function FileCard({ version }: { version: ResourceVersion }) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <Card title={texts.resourceDetail.fileTitle} className="fact-card" aside={version.fileName}>
      <FactList facts={fileFacts(version, texts, format)} />
    </Card>
  );
}
