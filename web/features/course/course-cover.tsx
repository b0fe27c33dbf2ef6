import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { pictureOver, signSize } from '../../components/resource/thumbnail.tsx';

/** The cover over the sign of a course, which shows where there is none. Decorative: the name stands beside it. */
export function courseCover(cover: string | null, look: 'row' | 'card' = 'row'): ReactNode {
  return pictureOver(<Icon name="course" size={signSize[look]} />, cover, look);
}
