import {
  type CourseDetailView,
  coverLimits,
  setCourseCover,
  uploadCourseCover,
} from '@lectern/contract/features/course.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { chooseFiles } from '../../../components/upload/choose-files.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { courseCover } from '../course-cover.tsx';
import type { CoverDialogProps } from './cover-dialog.tsx';
import type { CourseEdit } from './use-course-edit.ts';

const CoverDialog = lazyPart<CoverDialogProps>(async () => (await import('./cover-dialog.tsx')).CoverDialog);

type Props = { course: CourseDetailView; editable: boolean; edit: CourseEdit; refresh: () => Promise<unknown> };

/** The cover: a picture from one's computer, or of an image resource; at once. */
export function CoverField({ course, editable, edit, refresh }: Props) {
  const { cover: words } = useTexts().course;
  const format = useFormat();
  const set = useMutationOf(setCourseCover);
  const upload = useMutationOf(uploadCourseCover);
  const [choosing, setChoosing] = useState(false);
  const { id, version } = course;
  const onSuccess = (saved: CourseDetailView) => {
    edit.keep(saved);
    notify({ level: 'success', title: words.done });
  };
  const onError = () => void refresh();
  const bring = async () => {
    const [chosen] = await chooseFiles({ accept: 'image/png,image/jpeg,image/webp', many: false });
    if (!chosen) return;
    if (chosen.file.size > coverLimits.bytes) {
      notify({ level: 'warning', title: fillText(words.tooLarge, { limit: format.bytes(coverLimits.bytes) }) });
      return;
    }
    upload.mutate({ params: { id }, query: { version }, body: chosen.file }, { onSuccess, onError });
  };
  const take = (resourceId: string | null) =>
    set.mutate({ params: { id }, body: { resourceId, version } }, { onSuccess, onError });
  return (
    <section className="course-panel course-cover-field" aria-label={words.label}>
      {courseCover(course.cover, 'card')}
      {editable && (
        <div className="course-cover-deeds">
          <Button size="small" icon="upload" busy={upload.isPending} onClick={() => void bring()}>
            {words.upload}
          </Button>
          <Button size="small" busy={set.isPending} onClick={() => setChoosing(true)}>
            {words.choose}
          </Button>
          {course.cover && (
            <Button size="small" look="quiet" onClick={() => take(null)}>
              {words.remove}
            </Button>
          )}
        </div>
      )}
      {choosing && (
        <CoverDialog
          onTake={(resourceId) => {
            setChoosing(false);
            take(resourceId);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}
