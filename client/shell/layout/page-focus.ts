import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Takes the focus to the heading of the page. */
export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>('#main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus(options);
}

/** The same, without scrolling there, when what had the focus is gone. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body) focusHeading({ preventScroll: true });
}

/**
 * Takes the focus to the heading of a page that was gone to without loading a document, as a browser starts at the top of
 * a new one: screen readers read it out, and Tab goes on from there rather than from where the old page's link stood.
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
