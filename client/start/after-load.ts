/** Calls back after the load event, whose end is one of the measures. */
export function afterLoad(callBack: () => void): void {
  if (document.readyState === 'complete') callBack();
  else addEventListener('load', () => setTimeout(callBack));
}
