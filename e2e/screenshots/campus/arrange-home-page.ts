import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';
import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import { addHomeEntries, getHomeDraft, type HomeSubject } from '@lectern/contract/features/home-page.ts';
import { getHomeChanges, publishHomePage } from '@lectern/contract/features/home-page-publication.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { password } from '../../people.ts';
import { callApi } from '../../session/call-api.ts';
import { signInWith } from '../../session/sign-in.ts';

type Call = <E extends Endpoint>(endpoint: E, request?: RequestOf<E>) => Promise<OutputOf<E>>;
type When = { audience?: 'everyone' | 'campus'; startsAt?: string; endsAt?: string };

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Arranges the home page, with some changes published and some still unpublished. */
export async function arrangeHomePage(
  origin: string,
  resources: readonly ResourceDetailView[],
  courses: ReadonlyMap<string, CourseDetailView>,
): Promise<void> {
  const head = await signInWith(origin, 'li.wei', password);
  const call: Call = (endpoint, request) => callApi(origin, head, endpoint, request);
  const resource = (title: string): HomeSubject => {
    const resourceId = resources.find((one) => one.title === title)?.id;
    if (!resourceId) throw new Error(`no lecture ${title}`);
    return { source: 'resource', resourceId };
  };
  const course = (code: string): HomeSubject => {
    const courseId = courses.get(code)?.id;
    if (!courseId) throw new Error(`no course ${code}`);
    return { source: 'course', courseId };
  };
  const put = async (key: string, subjects: HomeSubject[], when: When = {}) => {
    const { slots, version } = await call(getHomeDraft);
    const id = slots.find((slot) => slot.key === key)?.id ?? '';
    await call(addHomeEntries, { params: { id }, body: { subjects, version, ...when } });
  };
  await put('banner', [course('BIO-101'), resource('Truss bridge, load paths')]);
  await put('picks', [resource('Respiration in 20 minutes'), resource('Roman roads along the Danube')]);
  await put('picks', [resource('Exam paper 2025, part B')], { audience: 'campus', endsAt: inDays(5) });
  const { digest } = await call(getHomeChanges);
  await call(publishHomePage, { body: { digest, note: 'Start of the winter term' } });
  await put('banner', [resource('Spectral lines of hydrogen')], { startsAt: inDays(12), endsAt: inDays(40) });
  await put('picks', [resource('Reading list, physiology')]);
}
