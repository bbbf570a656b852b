import { countWords, hasWords } from '#shared/business/service-words.ts';

/** The address with another text to find. */
function finding(address: string, text: string): URL {
  const url = new URL(address);
  url.searchParams.delete('find');
  if (text.trim() !== '') url.searchParams.set('find', text);
  return url;
}

/**
 * Narrows the list of services at each key (`client/marketing/work/work-filter.tsx`): hides the others, says how many there are, and keeps the
 * text in the address and in the links to the groups.
 */
export function filterServices(): void {
  const field = document.querySelector<HTMLInputElement>('input[name=find]');
  if (!field) return;
  const count = document.querySelector<HTMLElement>('output[data-all]')!;
  const nothing = document.querySelector<HTMLElement>('[data-nothing]')!;
  const groups = document.querySelectorAll<HTMLAnchorElement>('nav a[href^="/services"]');
  const show = () => {
    const text = field.value;
    let shown = 0;
    for (const section of document.querySelectorAll<HTMLElement>('[data-services] > section')) {
      const before = shown;
      for (const item of section.querySelectorAll('li')) {
        item.hidden = !hasWords(item.textContent, text);
        if (!item.hidden) shown += 1;
      }
      section.hidden = shown === before;
    }
    count.textContent = countWords(shown, Number(count.dataset['all']));
    nothing.hidden = shown > 0;
    nothing.querySelector('span')!.textContent = text;
    for (const link of groups) link.href = finding(link.href, text).href;
    history.replaceState(history.state, '', finding(location.href, text));
  };
  field.addEventListener('input', show);
  field.form!.addEventListener('submit', (event) => {
    event.preventDefault();
    show();
  });
  // Typed before this script ran, or by the browser on Back.
  if (field.value !== field.defaultValue) show();
}
