import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Skeleton, SkeletonRegion } from '../../skeleton.tsx';
import type { ViewerLink } from '../viewer-link.ts';
import { ViewerMessage } from '../viewer-message.tsx';
import { PdfDocument } from './pdf-document.tsx';
import { usePdf } from './use-pdf.ts';
import '../viewer.css';
import './pdf-viewer.css';

type PdfViewerProps = {
  url: string;
  downloadUrl: string;
  /** Names the document for screen readers. */
  title: string;
  picture: string | null;
  link: ViewerLink;
};

/** The pages of a PDF, drawn by ourselves: nothing in the file can run, and hits can be shown at their place. */
export function PdfViewer({ url, downloadUrl, title, picture, link }: PdfViewerProps) {
  const { viewer } = useTexts();
  const { pdf, retry } = usePdf(url);
  if (pdf.state === 'failed') {
    return (
      <div className="viewer">
        <ViewerMessage
          icon="document"
          title={viewer.pdfProblems[pdf.problem].title}
          downloadUrl={downloadUrl}
          picture={picture}
          onRetry={pdf.problem === 'unreachable' ? retry : undefined}
        >
          {viewer.pdfProblems[pdf.problem].text}
        </ViewerMessage>
      </div>
    );
  }
  if (pdf.state === 'loading') {
    return (
      <div className="viewer">
        <div className="viewer-bar" />
        <SkeletonRegion className="pdf-skeleton">
          <div className="pdf-page">
            {[60, 100, 94, 97, 80, 0, 100, 92, 98, 70].map((share, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a picture
              <Skeleton key={at} width={`${share}%`} />
            ))}
          </div>
        </SkeletonRegion>
      </div>
    );
  }
  return <PdfDocument {...pdf} title={title} link={link} />;
}
