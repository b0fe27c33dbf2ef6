import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { ViewerMessage } from './viewer-message.tsx';

/** Shown for documents that have no rendered pages. */
export function NoPreview(props: { format: string; downloadUrl: string; picture: string | null }) {
  const { viewer } = useTexts();
  return (
    <div className="viewer">
      <ViewerMessage
        icon="document"
        title={fillText(viewer.noPreview, { format: props.format.toUpperCase() })}
        downloadUrl={props.downloadUrl}
        picture={props.picture}
      >
        {viewer.noPreviewText}
      </ViewerMessage>
    </div>
  );
}
