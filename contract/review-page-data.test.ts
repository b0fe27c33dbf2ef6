import { expect, it } from 'vitest';
import { reviewData } from './review-page-data.ts';

const asked = (address: string) => reviewData(new URL(address, 'http://localhost')).map(({ endpoint }) => endpoint.id);

it('a review loads its resource, and none for a course, chapter or page', () => {
  const id = '0198f0a0-0000-7000-8000-000000000001';
  const always = ['review.get', 'review.listHits', 'review.neighbours'];
  expect(asked(`/app/sensitive/resource/videoDetail/${id}`)).toEqual([...always, 'resource.get']);
  expect(asked(`/app/sensitive/resource/detail/${id}?type=course`)).toEqual(always);
});
