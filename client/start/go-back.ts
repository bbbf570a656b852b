/** Whether the visitor has seen another page of the site in this tab. Without the Navigation API, pages of other sites count, too. */
function hasPreviousPage(): boolean {
  return 'navigation' in window ? navigation.canGoBack : history.length > 1;
}

/** Makes links marked with `data-back` lead to the previous page, if there is one. Works before the app is loaded. */
export function followBackLinks(): void {
  const follow = (event: MouseEvent) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isPlainClick = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
    if (!isPlainClick || !(target instanceof Element) || !target.closest('a[data-back]') || !hasPreviousPage()) return;
    event.preventDefault();
    history.back();
  };
  addEventListener('click', follow);
}
