import { cityAndState } from '#shared/business/cities.ts';

/** Opens an address on a map; phones open it in their own app. */
export function directionsTo(address: string, area: string): string {
  const query = new URLSearchParams({ api: '1', query: `${address}, ${cityAndState(area)}` });
  return `https://www.google.com/maps/search/?${query}`;
}
