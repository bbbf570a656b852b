/**
 * How long a test waits for one thing to happen before it is lost, in milliseconds. Far longer than anything takes, because
 * machines are shared: one whose disk stands still for half a minute must not fail a test.
 */
export const PATIENCE_MS = 60_000;
