/** Leads to the webhook provider's portal. */
export const WEBHOOK_PORTAL_PATH = '/app/admin/webhooks/portal';
