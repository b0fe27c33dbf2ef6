import { useLocation } from '@tanstack/react-router';
import type { LazyPage } from '../lib/lazy-page.tsx';

/** A list and, at an address with `?id=`, the page of one of its rows: neither needs the other's code. */
export function listOrOne(List: LazyPage, One: LazyPage): LazyPage {
  function ListOrOne() {
    const { searchStr } = useLocation();
    return new URLSearchParams(searchStr).has('id') ? <One /> : <List />;
  }
  return Object.assign(ListOrOne, { preload: List.preload });
}
