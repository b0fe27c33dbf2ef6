/** The page of a course. */
export function coursePath(id: string): string {
  return `/app/course/list/detail/${id}`;
}
