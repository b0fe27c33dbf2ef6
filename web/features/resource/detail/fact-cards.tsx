import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { Card } from '../../../components/card.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { CameraCard } from './camera-card.tsx';
import { fileFacts } from './file-facts.ts';
import './fact-cards.css';

type Props = { resource: ResourceDetailView; version: ResourceVersion; mayChange: boolean };

/** What the file says of itself, below what it shows. */
export function FactCards(props: Props) {
  return props.resource.kind === 'image' ? <CameraCard {...props} /> : <FileCard version={props.version} />;
}

function FileCard({ version }: { version: ResourceVersion }) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <Card
      title={texts.resourceDetail.fileTitle}
      className="fact-card"
      aside={<span title={version.fileName}>{version.fileName}</span>}
    >
      <FactList facts={fileFacts(version, texts, format)} />
    </Card>
  );
}
