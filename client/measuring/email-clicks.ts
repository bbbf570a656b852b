import { push } from './data-layer.ts';

/** The part of the page that an element is in: `header`, `footer` or `main`. */
function partOf(element: Element): string {
  return element.closest('header, footer, main')?.localName ?? 'page';
}

/** Reports each click on a link that opens an email. */
export function reportEmailClicks(): void {
  const report = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="mailto:"]') : null;
    if (!link) return;
    const link_text = (link.textContent ?? '').trim();
    push({ event: 'click_email', click_location: partOf(link), link_text, link_url: link.href });
  };
  // Before React, which keeps events of what it has not taken over yet from the document.
  addEventListener('click', report, true);
}
