import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

const ofTexts = /^\/app\/handle\/(img|asrVideo|asrAudio)Detail\//;

/** The address of this page. It stays while one is on the way to another page, whose address is that of the window already. */
export function useTextPath(): string {
  const { pathname } = useLocation();
  const [known, setKnown] = useState(pathname);
  if (pathname === known || !ofTexts.test(pathname)) return known;
  setKnown(pathname);
  return pathname;
}
