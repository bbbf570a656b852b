export const WEBHOOK_PORTAL_PATH = '/app/admin/webhooks/portal';
