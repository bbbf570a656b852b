import { countWords, hasWords } from '#shared/business/service-words.ts';

function withSearch(address: string, text: string): URL {
  const url = new URL(address);
  url.searchParams.delete('find');
  if (text.trim() !== '') url.searchParams.set('find', text);
  return url;
}

/** While the visitor types: updates the list, the count, the address, and the links to the groups. */
export function filterServices(): void {
  const field = document.querySelector<HTMLInputElement>('input[name=find]');
  if (!field) return;
  const count = document.querySelector<HTMLElement>('output[data-all]')!;
  const emptyNote = document.querySelector<HTMLElement>('[data-nothing]')!;
  const groupLinks = document.querySelectorAll<HTMLAnchorElement>('nav a[href^="/services"]');
  const applyFilter = () => {
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
    emptyNote.hidden = shown > 0;
    emptyNote.querySelector('span')!.textContent = text;
    for (const link of groupLinks) link.href = withSearch(link.href, text).href;
    history.replaceState(history.state, '', withSearch(location.href, text));
  };
  field.addEventListener('input', applyFilter);
  field.form!.addEventListener('submit', (event) => {
    event.preventDefault();
    applyFilter();
  });
  // The visitor typed before this script ran, or the browser restored the text on Back.
  if (field.value !== field.defaultValue) applyFilter();
}
