/** The address that a form posts to, to be led to the webhook provider's portal. */
export const WEBHOOK_PORTAL_PATH = '/app/admin/webhooks/portal';
