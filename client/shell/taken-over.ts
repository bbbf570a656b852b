/** Whether hydration is complete: from then on the app's own effects notice Back and Forward. */
export function isTakenOver(): boolean {
  return 'taken' in document.documentElement.dataset;
}

/** After all effects of the first render. */
export function markTakenOver(): void {
  document.documentElement.dataset['taken'] = '';
}
