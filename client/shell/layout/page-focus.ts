import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>('#main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus(options);
}

/** Without scrolling. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body) focusHeading({ preventScroll: true });
}

/** Innermost first. */
export function placesOfFocus(): HTMLElement[] {
  const places: HTMLElement[] = [];
  const next = (from: Element | null | undefined) => from?.closest<HTMLElement>('#main :is(li, section)') ?? null;
  for (let place = next(document.activeElement); place; place = next(place.parentElement)) places.push(place);
  return places;
}

/** The first place still shown, else the heading, without scrolling. */
export function focusPlaceIfLost(places: readonly HTMLElement[]): void {
  for (const place of places) {
    if (document.activeElement !== document.body) return;
    if (!place.hasAttribute('tabindex')) place.setAttribute('tabindex', '-1');
    place.focus({ preventScroll: true });
  }
  focusHeadingIfLost();
}

/**
 * After a navigation without a new document, so that screen readers read it, and Tab continues there. On the same page, only if
 * the focused element is gone.
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
