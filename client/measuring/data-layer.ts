/** Events are pushed only if it exists (SPEC.md section 7). */

export interface AnalyticsEvent {
  readonly event: 'page_view' | 'click_email' | 'booking_completed' | 'web_vitals' | 'performance_metric';
  readonly [field: string]: string | number;
}

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export function hasDataLayer(): boolean {
  return Array.isArray(window.dataLayer);
}

export function push(event: AnalyticsEvent): void {
  window.dataLayer?.push(event);
}
