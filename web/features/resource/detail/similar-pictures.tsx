import { resourcePath } from '@lectern/contract/features/resource.ts';
import { listSimilarPictures, type SimilarPicture } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import './similar-pictures.css';

/** Pictures that look like this one. Most have none, so nothing is shown while loading. */
export function SimilarPictures({ id }: { id: string }) {
  const { resourceDetail, words } = useTexts();
  const heading = useId();
  const similar = useQuery(queryOf(listSimilarPictures, { params: { id } }, { quiet: true }));
  if (similar.isError && !similar.data) {
    return (
      <p className="similar-pictures similar-pictures-failed">
        {resourceDetail.similarFailed}
        <Button size="small" busy={similar.isFetching} onClick={() => void similar.refetch()}>
          {words.retry}
        </Button>
      </p>
    );
  }
  if (!similar.data?.length) return null;
  return (
    <section className="similar-pictures" aria-labelledby={heading}>
      <h2 id={heading}>{resourceDetail.similarTitle}</h2>
      <ul>
        {similar.data.map((picture) => (
          <li key={picture.id}>
            <PictureLink picture={picture} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PictureLink({ picture }: { picture: SimilarPicture }) {
  const { resource, resourceDetail } = useTexts();
  const { id, title, thumbnail, state, owner, sameFile } = picture;
  const note = sameFile ? resourceDetail.sameFile : resource.states[state];
  return (
    <AppLink to={resourcePath({ id, kind: 'image' })} title={[title, resource.states[state], owner.name].join(' · ')}>
      <Thumbnail resource={{ kind: 'image', thumbnail }} look="card" />
      <span>{title}</span>
      <small>{note}</small>
    </AppLink>
  );
}
