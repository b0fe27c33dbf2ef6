import { useLocation } from '@tanstack/react-router';
import type { LazyPage } from '../lib/lazy-page.tsx';

/** Shows a list, or with `?id=` the page of one of its rows; each is loaded separately. */
export function listOrOne(List: LazyPage, One: LazyPage): LazyPage {
  function ListOrOne() {
    const { searchStr } = useLocation();
    return new URLSearchParams(searchStr).has('id') ? <One /> : <List />;
  }
  return Object.assign(ListOrOne, { preload: List.preload });
}
