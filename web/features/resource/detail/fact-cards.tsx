import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { editImage } from '@lectern/contract/features/resource-detail.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { cameraFacts, fileFacts, placeOf } from './file-facts.ts';
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

type CameraCardProps = { resource: ResourceDetailView; version: ResourceVersion; mayChange: boolean };

/** What the camera wrote into the file; where it was taken can be removed. */
function CameraCard({ resource, version, mayChange }: CameraCardProps) {
  const texts = useTexts();
  const { resourceDetail } = texts;
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const strip = useMutationOf(editImage, { idempotent: true });
  const facts = cameraFacts(version, texts, format);
  const place = placeOf(version);
  if (facts.length === 0) return null;
  const remove = () =>
    strip.mutate(
      {
        params: { id: resource.id },
        body: { rotate: 0, crop: null, stripGps: true, version: resource.version },
      },
      {
        onSuccess: () => {
          setAsking(false);
          notify({ level: 'info', title: resourceDetail.imageEditing });
        },
      },
    );
  return (
    <Card title={resourceDetail.cameraTitle} className="fact-card">
      {place && (
        <Banner
          tone="warning"
          label={resourceDetail.facts.gps}
          actions={
            mayChange && (
              <Button size="small" onClick={() => setAsking(true)}>
                {resourceDetail.stripGps}
              </Button>
            )
          }
        >
          {resourceDetail.gpsWarning}
        </Banner>
      )}
      <FactList facts={facts} />
      <ConfirmDialog
        open={asking}
        title={resourceDetail.stripTitle}
        confirmLabel={resourceDetail.stripGps}
        busy={strip.isPending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {resourceDetail.stripText}
      </ConfirmDialog>
    </Card>
  );
}
