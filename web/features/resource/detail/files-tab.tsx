import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { listVersions } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { Icon } from '../../../components/icon.tsx';
import { downloadOf } from '../../../components/resource/download-of.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { fileFacts } from './file-facts.ts';
import { RenditionList } from './rendition-list.tsx';
import { ReplaceFileInput } from './replace-file-input.tsx';
import { VersionEntry } from './version-entry.tsx';

type Props = {
  resource: ResourceDetailView;
  shown: ResourceVersion;
  onShow: (version: ResourceVersion | null) => void;
};

/** The file, what it says of itself, and every version there ever was. */
export function FilesTab({ resource, shown, onShow }: Props) {
  const texts = useTexts();
  const { resourceDetail } = texts;
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const versions = useQuery(queryOf(listVersions, { params: { id: resource.id } }, { quiet: true }));
  const { current } = resource;
  return (
    <div className="files-tab">
      <div className="files-current">
        <Icon name={resource.kind} size={20} />
        <div className="files-name">
          <strong>{current.fileName}</strong>
          <span className="files-sum">
            {resourceDetail.facts.checksum} <code title={current.sha256}>{current.sha256.slice(0, 12)}…</code>
            <CopyButton text={current.sha256} label={texts.words.copy} />
          </span>
        </div>
      </div>
      <div className="files-actions">
        <a className="action" href={downloadOf(current.url)} download>
          <Icon name="download" />
          {resourceDetail.download}
        </a>
        {resource.mayEdit && (
          <Button icon="upload" onClick={() => input.current?.click()}>
            {resourceDetail.replaceFile}
          </Button>
        )}
        <ReplaceFileInput resource={resource} ref={input} />
      </div>
      <FactList facts={fileFacts(current, texts, format)} />
      <RenditionList id={resource.id} />
      {versions.isError && (
        <ErrorPanel error={versions.error} retrying={versions.isFetching} onRetry={() => void versions.refetch()} />
      )}
      {versions.isPending && (
        <SkeletonRegion>
          <Skeleton height={96} />
        </SkeletonRegion>
      )}
      <ol className="files-versions">
        {versions.data?.map((version) => (
          <VersionEntry
            key={version.id}
            resource={resource}
            version={version}
            shown={version.id === shown.id}
            onShow={() => onShow(version.current ? null : version)}
          />
        ))}
      </ol>
    </div>
  );
}
