/** Whether the browser may have taken the document from its cache on Back or Forward. */
export function wasLoadedByBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward');
}
