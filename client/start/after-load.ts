/** Calls back once the load event has ended, because page speed includes its end. */
export function afterLoad(callBack: () => void): void {
  if (document.readyState === 'complete') callBack();
  else addEventListener('load', () => setTimeout(callBack));
}
