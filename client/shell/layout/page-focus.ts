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

/** The list items and sections of the page that contain the focused element, innermost first. */
export function placesOfFocus(): HTMLElement[] {
  const places: HTMLElement[] = [];
  const next = (from: Element | null | undefined) => from?.closest<HTMLElement>('#main :is(li, section)') ?? null;
  for (let place = next(document.activeElement); place; place = next(place.parentElement)) places.push(place);
  return places;
}

/** Focuses the first of these places that is still shown, else the heading, without scrolling, if the focused element was removed. */
export function focusPlaceIfLost(places: readonly HTMLElement[]): void {
  for (const place of places) {
    if (document.activeElement !== document.body) return;
    if (!place.hasAttribute('tabindex')) place.setAttribute('tabindex', '-1');
    place.focus({ preventScroll: true });
  }
  focusHeadingIfLost();
}

/**
 * Focuses the heading after a navigation without a new document: screen readers then read it, and Tab continues from there. On the same page,
 * only if what was focused is gone, such as a field of a filter that was reset.
 */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(() => {
    // Safari doesn't focus what is clicked or tapped: then the focus was nowhere before, and a screen reader shouldn't be moved.
    let focused: Element | null = null;
    const ends = [
      router.subscribe('onBeforeNavigate', () => (focused = document.activeElement)),
      router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
        if (!fromLocation || toLocation.hash !== '') return;
        if (pathChanged) focusHeading({ preventScroll: true });
        else if (focused !== document.body) focusHeadingIfLost();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [router]);
}
