import { licences, visibilities } from '@lectern/contract/features/resource.ts';
import type { SharedUploadFields } from '@lectern/contract/features/upload.ts';
import type { TagName } from '../../components/resource/tag-chips.tsx';

/** Form values; an empty choice is an empty string. */
export type DetailsDraft = { tags: TagName[]; subjectId: string; author: string; licence: string; visibility: string };
export const noDetails: DetailsDraft = { tags: [], subjectId: '', author: '', licence: '', visibility: '' };

/** Only fields with a value. */
export function metadataOf({ tags, subjectId, author, ...choices }: DetailsDraft): SharedUploadFields {
  const licence = licences.find((one) => one === choices.licence);
  const visibility = visibilities.find((one) => one === choices.visibility);
  return {
    ...(tags.length > 0 && { tagIds: tags.map(({ id }) => id) }),
    ...(subjectId && { subjectId }),
    ...(author.trim() && { author: author.trim() }),
    ...(licence && { licence }),
    ...(visibility && { visibility }),
  };
}
