import { mayOpenPath } from '@lectern/contract/access.ts';
import { reviewList, reviewPath } from '@lectern/contract/features/review.ts';
import { useCurrentUser } from '../lib/current-user.tsx';
import { AppLink } from './app-link.tsx';
import { Banner } from './banner.tsx';

type Props = {
  item: Parameters<typeof reviewPath>[0];
  texts: { withheld: string; openReview: string };
};

/** Says that an item is withheld because of a sensitive word, with a link to the review for reviewers. */
export function WithheldNotice({ item, texts }: Props) {
  const mayReview = mayOpenPath(useCurrentUser(), reviewList.page);
  return (
    <Banner
      tone="bad"
      label={texts.withheld}
      actions={mayReview && <AppLink to={reviewPath(item)}>{texts.openReview}</AppLink>}
    >
      {texts.withheld}
    </Banner>
  );
}
