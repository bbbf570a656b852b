/** Whether the app has taken over the document that the server rendered: from then on its own effects see what the browser does with it. */
export function isTakenOver(): boolean {
  return 'taken' in document.documentElement.dataset;
}

/** Called once all effects of the first render have run. */
export function markTakenOver(): void {
  document.documentElement.dataset['taken'] = '';
}
