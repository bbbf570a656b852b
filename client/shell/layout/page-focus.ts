import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Focuses the heading of the page. */
export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>('#main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus(options);
}

/** Focuses the heading without scrolling, if the focused element was removed. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body) focusHeading({ preventScroll: true });
}

/**
 * Focuses the heading after a navigation without a new document: screen readers then read it, and Tab continues from there.
 */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
        if (!fromLocation || !pathChanged || toLocation.hash !== '') return;
        focusHeading({ preventScroll: true });
      }),
    [router],
  );
}
